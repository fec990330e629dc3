import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child-process'
import { untilAborted } from './stop-request'

/** A process that dies this often within a minute does not get better by starting it again. */
const MAX_DEATHS = 5
const MINUTE_MS = 60_000
/** Before the first restart, and four times as long before each that follows within a minute: 8.5 s in all. */
const BACKOFF_MS = 100

export type SupervisedProcess = {
  /** Rejects when the process has died too often. */
  gaveUp: Promise<never>
  stop(): Promise<void>
}

/**
 * Starts a process, and starts it again whenever it ends by itself, until `stop` is aborted.
 *
 * @throws when the first start fails
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
      // It was asked to end: there is nothing left to watch.
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
  // Whoever waits for it gets the error; until somebody does, it must not end the process.
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

/** Resolves when a process has ended, or could not be started. */
async function findReasonOfDeath(starting: Promise<Child>) {
  try {
    const child = await starting
    const code = await child.ended
    return child.reason?.() ?? `exit code ${code}, see above`
  } catch (error) {
    return (error as Error).message
  }
}
