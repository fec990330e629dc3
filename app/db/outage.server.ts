/**
 * Whether the database is known to be out of reach. The connection that listens for announcements notices first that
 * it is away; any connection that gets an answer shows that it is back.
 */
let isDown = false
let answeredAt = -Infinity
const waiting = new Set<() => void>()

export const isDatabaseDown = () => isDown

/** Whether anybody has got an answer within so many milliseconds. */
export const hasDatabaseResponded = (within: number) => performance.now() - answeredAt < within

/** @param since when somebody began to wait for an answer: it is not down when somebody else has got one meanwhile */
export function recordDatabaseDown(since: number) {
  if (answeredAt > since) return
  isDown = true
  for (const tell of [...waiting]) tell()
}

export function recordDatabaseResponse() {
  isDown = false
  answeredAt = performance.now()
}

/**
 * Settles with the result of `work`, or with undefined as soon as the database is known to be down: what waits for it
 * then would wait in vain.
 */
export async function unlessDatabaseDown<Result>(work: Promise<Result>): Promise<Result | undefined> {
  if (isDown) {
    work.catch(() => {})
    return undefined
  }
  let tell = () => {}
  const down = new Promise<undefined>((resolve) => {
    tell = () => resolve(undefined)
    waiting.add(tell)
  })
  return Promise.race([work, down]).finally(() => waiting.delete(tell))
}
