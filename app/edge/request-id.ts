import { randomUUID } from 'node:crypto'

// Distinguishes processes. Ids need not be hard to guess.
const origin = randomUUID().slice(-6)
let count = 0

/** Twelve letters and digits, unique among the last two billion requests. */
export function nextRequestId() {
  count = (count + 1) % 36 ** 6
  return origin + count.toString(36).padStart(6, '0')
}
