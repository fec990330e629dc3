import type { Child } from './child-process'

/** A child that dies this often does not get better by starting again. */
const RESTARTS_A_MINUTE = 5

export type Supervised = {
  /** Rejects when the child has died too often. */
  gaveUp: Promise<never>
  stop(): Promise<void>
}

/** Starts a child, and starts it again when it ends by itself, until `stop` is aborted. */
export async function keepRunning(stop: AbortSignal, name: string, start: () => Promise<Child>): Promise<Supervised> {
  let child = await start()
  async function watch(): Promise<never> {
    const restarts: number[] = []
    for (;;) {
      await child.ended
      // Ended because it was asked to: nothing is left to watch, and whoever asked is waiting for something else.
      if (stop.aborted) return new Promise(() => {})
      restarts.push(Date.now())
      if (restarts.filter((time) => time > Date.now() - 60_000).length > RESTARTS_A_MINUTE) {
        throw new Error(`The ${name} ended ${restarts.length} times, see above. It is not started again.`)
      }
      console.error(`The ${name} ended by itself, see above. Starting it again.`)
      child = await start()
    }
  }
  return { gaveUp: watch(), stop: () => child.stop() }
}
