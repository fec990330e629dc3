import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child-process'
import { untilAborted } from './stop-request'

/** Gives up on a process that crashes this often within a minute. */
const MAX_DEATHS = 5
const MINUTE_MS = 60_000
/** The delay before the first restart; four times as long before each further one within a minute, 8.5 s in total. */
const BACKOFF_MS = 100

export type SupervisedProcess = {
  /** Rejects when the process has crashed too often. */
  gaveUp: Promise<never>
  stop(): Promise<void>
}

/**
 * Starts a process and restarts it whenever it ends by itself, until `stop` is aborted.
 *
 * @throws if the first start fails
 */
export async function keepRunning(
  stop: AbortSignal,
  name: string,
  start: () => Promise<Child>,
): Promise<SupervisedProcess> {
  let starting = start()
  const first = await starting
  const hasEnded = await Promise.race([first.ready, untilAborted(stop), first.ended.then(() => true)])
  if (hasEnded) throw new Error(`The ${name} did not start: ${await findReasonOfDeath(starting)}`)

  let isStopping = false
  const isAsked = () => isStopping || stop.aborted
  async function watch(): Promise<never> {
    const deaths: number[] = []
    for (;;) {
      const reason = await findReasonOfDeath(starting)
      // The process was asked to end, so it is not restarted.
      if (isAsked()) return new Promise(() => {})
      deaths.push(performance.now())
      const recent = deaths.filter((at) => at > performance.now() - MINUTE_MS).length
      if (recent >= MAX_DEATHS) {
        throw new Error(`The ${name} ended ${recent} times within a minute and is not started again: ${reason}`)
      }
      console.error(`The ${name} ended by itself: ${reason}. Starting it again.`)
      await sleep(BACKOFF_MS * 4 ** (recent - 1), undefined, { signal: stop }).catch(() => {})
      if (isAsked()) return new Promise(() => {})
      starting = start()
    }
  }

  const gaveUp = watch()
  // Callers get the error when they await it. Until then it must not end the process as unhandled.
  gaveUp.catch(() => {})
  return {
    gaveUp,
    async stop() {
      isStopping = true
      const child = await starting.catch(() => undefined)
      await child?.stop()
    },
  }
}

/** Resolves when a process has ended or could not be started. */
async function findReasonOfDeath(starting: Promise<Child>) {
  try {
    const child = await starting
    const code = await child.ended
    return child.reason?.() ?? `exit code ${code}, see above`
  } catch (error) {
    return (error as Error).message
  }
}
