import { setTimeout as sleep } from 'node:timers/promises'

const unfinished = new Set<Promise<unknown>>()

/** For work that outlives its answer: the process waits for it before it ends. */
export function waitUntil<Result>(work: Promise<Result>): Promise<Result> {
  unfinished.add(work)
  const forget = () => unfinished.delete(work)
  work.then(forget, forget)
  return work
}

/** Waits for what goes on behind answers that have been sent, but not for long. */
export async function drainBackgroundTasks(atMost: number) {
  await Promise.race([Promise.allSettled(unfinished), sleep(atMost)])
}
