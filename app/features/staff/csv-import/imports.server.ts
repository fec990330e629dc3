import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { db } from '~/db/database.server'
import { EXPORT_ONLY_COLUMN, IMPORT_COLUMNS } from './csv-import'
import { readHeader } from './header.server'
import type { stageFile } from './stage-file.server'

type Staged = Awaited<ReturnType<typeof stageFile>>

/** Records the result of staging. The counts of outcomes follow with the dry run. */
export async function recordStaged(importId: string, { header, rowCount, stagedCount, failedCount }: Staged) {
  await db
    .updateTable('imports')
    .set({ header, row_count: rowCount, staged_count: stagedCount, failed_count: failedCount })
    .where('id', '=', importId)
    .execute()
}

/** The known and the unknown columns of a header. What only exports have is neither. */
export function columnsIn(header: string[]) {
  const { present, unknown } = readHeader(header, { known: IMPORT_COLUMNS, required: [] })
  return { present, unknown: unknown.filter((name) => name.toLowerCase() !== EXPORT_ONLY_COLUMN) }
}

/** A file name for storage: the last 255 characters, without control and format characters. */
export function sanitizeFileName(name: string) {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...(plain || 'deals.csv')].slice(-255).join('')
}

export async function hashFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest()
}
