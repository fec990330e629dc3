import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { db } from '~/db/database.server'
import { type ImportOptions, importDeals } from './import-deals.server'

export type ImportRun = ImportOptions & {
  /** Null for an import from the command line. */
  userId?: string | null
  /** What the file was called where it came from. */
  fileName?: string
}

/**
 * Imports a file and keeps a record of it, also when it fails.
 *
 * @throws UnreadableFile when nothing in the file can be imported
 */
export async function runImport(file: string, { userId = null, fileName, ...options }: ImportRun = {}) {
  const { id } = await db
    .insertInto('imports')
    .values({
      user_id: userId,
      file_name: [...(fileName ?? path.basename(file))].slice(-255).join(''),
      file_sha256: await hashFile(file),
      status: 'RUNNING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const summary = await importDeals(file, options)
    await finish(id, {
      status: 'DONE',
      created_count: summary.created,
      updated_count: summary.updated,
      unchanged_count: summary.unchanged,
      failed_count: summary.failed,
    })
    return summary
  } catch (error) {
    // What stopped the import is told even where the database, being the cause, cannot take it down.
    await finish(id, { status: 'FAILED', message: (error as Error).message }).catch(() => {})
    throw error
  }
}

type Result =
  | { status: 'FAILED'; message: string }
  | { status: 'DONE'; created_count: number; updated_count: number; unchanged_count: number; failed_count: number }

async function finish(id: string, result: Result) {
  await db
    .updateTable('imports')
    .set({ ...result, finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

async function hashFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest()
}
