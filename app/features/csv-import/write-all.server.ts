import { setTimeout as wait } from 'node:timers/promises'
import type { IncomingDeal } from './deal-rows.server'
import { type WriteOptions, type WrittenDeal, writeDeals } from './write-deals.server'

type DatabaseError = Error & { code?: string }
export type Refused = { deal: IncomingDeal; message: string }

const ATTEMPTS = 4

/**
 * Writes a batch to its end: again what another import made at the same moment, again after a deadlock, and in halves
 * when the database refuses a row that passed the form's rules, so that the rest of the batch survives it.
 */
export async function writeAll(deals: IncomingDeal[], options: WriteOptions) {
  const written: WrittenDeal[] = []
  const refused: Refused[] = []

  async function write(waiting: IncomingDeal[], attempt: number): Promise<void> {
    if (waiting.length === 0) return
    let done: WrittenDeal[] = []
    try {
      done = await writeDeals(waiting, options)
    } catch (error) {
      const { code = '', message } = error as DatabaseError
      if (isRefusal(code) && waiting.length === 1) {
        refused.push({ deal: waiting[0]!, message: `The database refused this row: ${message}` })
        return
      }
      if (isRefusal(code)) {
        const middle = Math.ceil(waiting.length / 2)
        await write(waiting.slice(0, middle), 1)
        await write(waiting.slice(middle), 1)
        return
      }
      if (!isCollision(code) || attempt === ATTEMPTS) throw error
      await wait(50 * attempt)
    }
    written.push(...done)
    const slugs = new Set(done.map(({ slug }) => slug))
    const left = waiting.filter(({ slug }) => !slugs.has(slug))
    if (left.length > 0 && attempt === ATTEMPTS) throw new Error('Another import keeps changing the same deals.')
    await write(left, attempt + 1)
  }

  await write(deals, 1)
  return { written, refused }
}

// SQLSTATE classes: 22 bad data, 23 a constraint.
const isRefusal = (code: string) => /^2[23]...$/.test(code)
// A serialization failure or a deadlock.
const isCollision = (code: string) => code === '40001' || code === '40P01'
