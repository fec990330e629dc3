import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isRetryable } from '~/db/db-error.server'
import type { StagedImport } from './compare-deals.server'
import type { RowErrors } from './csv-import'
import { rejectRow } from './reject-row.server'
import { inLongTransaction } from './staging.server'
import { isCollision, type RowRange, writeDeals } from './write-deals.server'

const BATCH_ROWS = 2_000
const ATTEMPTS = 4

export type WriteOptions = {
  onErrors?: (errors: RowErrors) => void
  /** Called after each batch with the number of processed rows. */
  onProgress?: (rows: number) => void
  /** Stops after the current batch. */
  signal?: AbortSignal
}

/**
 * Writes the staged rows in batches, one after the other, because new products are made under one lock. Each batch is one
 * transaction that also updates the counts, so that after an interruption each row is either written and counted or still
 * staged.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeStagedDeals(staged: StagedImport, { onErrors, onProgress, signal }: WriteOptions = {}) {
  let taken = 0
  for (const range of await listRanges(staged.importId)) {
    signal?.throwIfAborted()
    await writeRange(staged, range, onErrors)
    taken += BATCH_ROWS
    onProgress?.(taken)
  }
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
 * Writes a range: retries after a collision with another import, and splits the range in halves when the database
 * rejects a row, until only that row fails.
 */
async function writeRange(
  staged: StagedImport,
  range: RowRange,
  onErrors: WriteOptions['onErrors'],
  attempt = 1,
): Promise<void> {
  try {
    await inLongTransaction((trx) => writeDeals(trx, staged, range))
  } catch (error) {
    if (isCollision(error) || isRetryable(error)) {
      if (attempt === ATTEMPTS) throw error
      await wait(50 * attempt)
      return writeRange(staged, range, onErrors, attempt + 1)
    }
    if (isRowError(error)) {
      if (range.first === range.last) {
        const rejected = await rejectRow(staged.importId, range.first, error as Error)
        for (const errors of rejected) onErrors?.(errors)
        return
      }
      const middle = Math.floor((range.first + range.last) / 2)
      await writeRange(staged, { first: range.first, last: middle }, onErrors)
      await writeRange(staged, { first: middle + 1, last: range.last }, onErrors)
      return
    }
    throw error
  }
}

// SQLSTATE classes: 22 bad data, 23 a constraint.
function isRowError(error: unknown) {
  return /^2[23]...$/.test((error as { code?: string }).code ?? '')
}
