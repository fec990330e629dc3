import { setTimeout as sleep } from 'node:timers/promises'

const pending = new Set<Promise<unknown>>()

/** Registers work that continues after the response. The process finishes it before it exits. */
export function waitUntil<Result>(work: Promise<Result>): Promise<Result> {
  pending.add(work)
  const forget = () => pending.delete(work)
  work.then(forget, forget)
  return work
}

/** Waits until all background work has finished, or for `timeoutMs`. */
export async function drainBackgroundTasks(timeoutMs: number) {
  await Promise.race([Promise.allSettled(pending), sleep(timeoutMs)])
}
