/**
 * Whether the database is known to be unreachable. The listening connection detects an outage first; a response on any
 * connection ends it.
 */
let isDown = false
let respondedAt = -Infinity

export const isDatabaseDown = () => isDown

/** @param since start of the failed attempt, by `performance.now()`; ignored when another query got a response since */
export function recordDatabaseDown(since: number) {
  if (respondedAt > since) return
  isDown = true
}

export function recordDatabaseResponse() {
  isDown = false
  respondedAt = performance.now()
}
