import type { JobHelpers } from 'graphile-worker'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import type { JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { log } from '~/log.server'
import { type CheckOptions, checkFile, toWriting } from './check-file.server'
import { exactMapping, unusedHeadings } from './columns'
import { createMissingNames } from './create-missing-names.server'
import { UnreadableFile } from './csv-file.server'
import type { FileKind } from './csv-import'
import { deleteFile, fileOnDisk } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { countRows, ImportStopped } from './import-rows.server'
import { failImport, receiveFile, STARTED } from './imports.server'
import { writeChanges } from './write-changes.server'
import { type WriteOptions, writeDeals, writeInBatches } from './write-deals.server'

export type FileImport = Pick<CheckOptions, 'onErrors'> & {
  kind?: FileKind
  options?: ImportOptions
  /** Imported deals are drafts unless this is set (spec §4). */
  publish?: boolean
  /** Only reports what the import would do. */
  isDryRun?: boolean
  onProgress?: (progress: { step: 'checking' | 'writing'; rows: number; of?: number }) => void
}

/**
 * Imports deals, or verified changes, from a CSV file in one go, with the steps of an upload. It is recorded, also when
 * its check fails.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported; no deal is changed then, and an empty file is not
 *   recorded
 */
export async function importDeals(
  file: string,
  { kind = 'deals', publish = false, isDryRun, onProgress, onErrors, options = {} }: FileImport = {},
) {
  const id = await receiveFile(undefined, { name: file, source: fileOnDisk(file), kind, options, publish })
  try {
    await checkFile(id, { onErrors, onProgress: (rows) => onProgress?.({ step: 'checking', rows }) })
    const counted = await db
      .updateTable('imports')
      .set(isDryRun ? { status: 'CANCELLED', finished_at: new Date(), message: 'This was a dry run.' } : STARTED)
      .where('id', '=', id)
      .where('status', '=', 'CHECKED')
      .returningAll()
      .executeTakeFirstOrThrow()
    const of = counted.row_count - counted.failed_count
    const written = isDryRun
      ? counted
      : await writeImport(id, { onErrors, onProgress: (rows) => onProgress?.({ step: 'writing', rows, of }) })
    const { header, summary } = counted as typeof counted & { summary: ImportSummary }
    const { live = 0, ...reactivated } = summary.touched ?? {}
    const counts = {
      ...countsOf(written),
      rows: counted.row_count,
      unpublished: publish ? 0 : live,
      reactivated: Object.values(reactivated).reduce((sum, count) => sum + count, 0),
    }
    const columns = options.columns ?? exactMapping(header, kind)
    const unknownColumns = unusedHeadings(columns, header)
    return { id, ...counts, columns, header, unknownColumns, summary }
  } catch (error) {
    // The original error is reported even if the database is the cause and cannot record it.
    await failImport(id, (error as Error).message).catch(() => {})
    throw error
  } finally {
    await deleteFile(id).catch(() => {})
  }
}

/**
 * The second step of an import: writes the rows. After an interruption it goes on after the last batch.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeImport(id: string, options: WriteOptions = {}) {
  const found = await db
    .selectFrom('imports')
    .select(['id', 'kind', 'header', 'is_published', 'options', 'summary'])
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  if (!found) throw new ImportStopped('The import was canceled.')
  const writing = toWriting(found)
  if (found.kind === 'deals') await createMissingNames(id)
  await writeInBatches(
    id,
    (trx, range) => (found.kind === 'changes' ? writeChanges(trx, id, range) : writeDeals(trx, writing, range)),
    options,
  )
  return finishImport(id)
}

async function finishImport(id: string) {
  return inTransaction(async (trx) => {
    await countRows(trx, id)
    const done = await trx
      .updateTable('imports')
      .set({ status: 'DONE', progress: 100, finished_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
      .returningAll()
      .executeTakeFirst()
    if (!done) throw new ImportStopped('The import was canceled.')
    const counts = countsOf(done)
    const detail = { file: done.file_name, ...counts }
    await recordAudit({ actor: done.user_id, action: `${done.kind}.imported`, entity: 'import', id, detail }, trx)
    await trx.deleteFrom('import_files').where('import_id', '=', id).execute()
    return done
  })
}

type StoredCounts = Record<'created_count' | 'updated_count' | 'unchanged_count' | 'failed_count', number>

function countsOf({ created_count, updated_count, unchanged_count, failed_count }: StoredCounts) {
  return { created: created_count, updated: updated_count, unchanged: unchanged_count, failed: failed_count }
}

type ImportJob = JobPayload<'check_import' | 'run_import'>

/** Job: checks an uploaded file. */
export async function checkImport({ id }: ImportJob, helpers: JobHelpers) {
  await runStep(id, helpers, async () => {
    const { status } = await db.selectFrom('imports').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    if (status !== 'CHECKING') return
    await checkFile(id, { onProgress: () => helpers.abortSignal.throwIfAborted() })
  })
}

/** Job: writes the rows of an import. A retry goes on after the last batch. */
export async function runImport({ id }: ImportJob, helpers: JobHelpers) {
  await runStep(id, helpers, () => writeImport(id, { signal: helpers.abortSignal }))
}

/**
 * Runs a step of an import. After a crash and while the database is unavailable the queue retries it; other errors are
 * shown on the import's page.
 */
async function runStep(id: string, { job, abortSignal }: JobHelpers, step: () => Promise<unknown>) {
  if (job.attempts >= job.max_attempts) {
    return failImport(id, 'The import was interrupted too often. Rows already written are kept. Please try again.')
  }
  try {
    await step()
  } catch (error) {
    if (error instanceof ImportStopped) return
    if (error instanceof UnreadableFile) return failImport(id, error.message)
    if (abortSignal.aborted || classifyDbError(error) === 'database') throw error
    log.error({ err: error, import: id }, 'An import failed')
    await failImport(id, 'Something went wrong during the import. Rows already written are kept. Please try again.')
  }
}
