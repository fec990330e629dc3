/**
 * Whether the database is known to be unreachable. The listening connection detects an outage first; a response on any
 * connection ends it.
 */
let isDown = false
let respondedAt = -Infinity
const waiting = new Set<() => void>()

export const isDatabaseDown = () => isDown

/** Whether any query got a response within the last `ms` milliseconds. */
export const hasDatabaseResponded = (ms: number) => performance.now() - respondedAt < ms

/** @param since start of the failed attempt, by `performance.now()`; ignored when another query got a response since */
export function recordDatabaseDown(since: number) {
  if (respondedAt > since) return
  isDown = true
  for (const notify of [...waiting]) notify()
}

export function recordDatabaseResponse() {
  isDown = false
  respondedAt = performance.now()
}

/**
 * Resolves with the result of `work`, or with undefined as soon as the database is known to be down.
 */
export async function unlessDatabaseDown<Result>(work: Promise<Result>): Promise<Result | undefined> {
  if (isDown) {
    work.catch(() => {})
    return undefined
  }
  let notify = () => {}
  const down = new Promise<undefined>((resolve) => {
    notify = () => resolve(undefined)
    waiting.add(notify)
  })
  return Promise.race([work, down]).finally(() => waiting.delete(notify))
}
