import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/**
 * Polls a condition and resolves with the elapsed milliseconds.
 *
 * @throws after `limit` milliseconds
 */
export async function waitUntil(check: () => boolean | Promise<boolean>, limit = 120_000) {
  const begun = performance.now()
  while (!(await check())) {
    if (performance.now() - begun > limit) throw new Error(`Nothing happened within ${limit} ms.`)
    await sleep(POLL_MS)
  }
  return performance.now() - begun
}
