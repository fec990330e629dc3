import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isRetryable } from '~/db/db-error.server'
import type { RowErrors } from './csv-import'
import { addToCounts } from './import-progress.server'
import { inLongTransaction } from './long-transaction.server'
import { rejectRow } from './reject-row.server'
import { isCollision, type RowRange, type StagingBatch, writeDeals } from './write-deals.server'

const BATCH_ROWS = 2_000
const ATTEMPTS = 4

export type WriteOptions = {
  /** How many batches PostgreSQL works on at once. One leaves the rest of a small machine to visitors. */
  writers?: number
  onRefused?: (errors: RowErrors) => void
  /** Told after each batch how many rows have been taken from the stage. */
  onProgress?: (rows: number) => void
  /** Ends the writing after the batch in hand. */
  signal?: AbortSignal
}

/**
 * Writes what waits on the stage in batches, each in a transaction of its own that also counts it: whenever this is
 * cut off, every row has either been written and counted or still waits.
 *
 * @throws ImportStopped when the import has been cancelled
 */
export async function writeStagedDeals(
  stage: StagingBatch,
  { writers = 1, onRefused, onProgress, signal }: WriteOptions = {},
) {
  const ranges = await listRanges(stage.importId)
  let hasFailed = false
  let taken = 0

  async function writeRanges() {
    for (let range = ranges.shift(); range && !hasFailed; range = ranges.shift()) {
      signal?.throwIfAborted()
      await writeRange(stage, range, onRefused)
      taken += BATCH_ROWS
      onProgress?.(taken)
    }
  }
  const writings = Array.from({ length: writers }, () =>
    writeRanges().catch((error) => {
      // The other writers end with the batch they have, instead of going on alone.
      hasFailed = true
      throw error
    }),
  )
  for (const result of await Promise.allSettled(writings)) if (result.status === 'rejected') throw result.reason
}

async function listRanges(importId: string): Promise<RowRange[]> {
  const { rows } = await sql<RowRange>`
    select min("row") as first, max("row") as last from (
      select "row", (row_number() over (order by "row") - 1) / ${BATCH_ROWS}::int as batch
      from import_staging where import_id = ${importId}
    ) numbered group by batch order by batch`.execute(db)
  return rows
}

/**
 * Writes a range to its end: again when another import got in between, and in halves when the database refuses a row
 * that passed the form's rules, so that the rest survives it.
 */
async function writeRange(
  stage: StagingBatch,
  range: RowRange,
  onRefused: WriteOptions['onRefused'],
  attempt = 1,
): Promise<void> {
  try {
    await inLongTransaction(async (trx) => addToCounts(trx, stage.importId, await writeDeals(trx, stage, range)))
  } catch (error) {
    if (isCollision(error) || isRetryable(error)) {
      if (attempt === ATTEMPTS) throw error
      await wait(50 * attempt)
      return writeRange(stage, range, onRefused, attempt + 1)
    }
    if (isRowError(error)) {
      if (range.first === range.last) {
        const refused = await rejectRow(stage.importId, range.first, error as Error)
        for (const errors of refused) onRefused?.(errors)
        return
      }
      const middle = Math.floor((range.first + range.last) / 2)
      await writeRange(stage, { first: range.first, last: middle }, onRefused)
      await writeRange(stage, { first: middle + 1, last: range.last }, onRefused)
      return
    }
    throw error
  }
}

// SQLSTATE classes: 22 bad data, 23 a constraint.
function isRowError(error: unknown) {
  return /^2[23]...$/.test((error as { code?: string }).code ?? '')
}
