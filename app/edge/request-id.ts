import { randomUUID } from 'node:crypto'

// Tells processes apart; nobody needs to be kept from guessing an id.
const origin = randomUUID().slice(-6)
let count = 0

/** Twelve letters and digits that no other request of the last two thousand million has. */
export function nextRequestId() {
  count = (count + 1) % 36 ** 6
  return origin + count.toString(36).padStart(6, '0')
}
