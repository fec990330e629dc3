import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import type { JobPayload } from '~/db/job-queue.server'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { log } from '~/log.server'
import { UnreadableFile } from './csv-file.server'
import { checkFile, writeImport } from './import-deals.server'
import { inLongTransaction } from './import-rows.server'
import { failImport, ImportStopped } from './imports.server'

type ImportJob = JobPayload<'check_import' | 'run_import' | 'publish_import'>

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

const BATCH_DEALS = 500

/** Job: publishes the deals of an import in batches. Can be retried. */
export async function publishImport({ id }: ImportJob, { abortSignal }: JobHelpers) {
  for (let after: number | null = 0; after !== null; ) {
    abortSignal.throwIfAborted()
    after = await publishBatch(id, after)
  }
  await db
    .updateTable('imports')
    .set({ status: 'DONE', progress: 100 })
    .where('id', '=', id)
    .where('status', '=', 'PUBLISHING')
    .execute()
}

/** Returns the last row of the batch, or null at the end. */
async function publishBatch(id: string, after: number): Promise<number | null> {
  return inLongTransaction(async (trx) => {
    const { rows } = await sql<{ row: number; slug: string }>`
      select "row", slug from import_rows
      where import_id = ${id} and "row" > ${after} and outcome in ('created', 'updated')
      order by "row" limit ${BATCH_DEALS}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return null
    const slugs = rows.map(({ slug }) => slug)
    // Locked by slug like in imports, to avoid deadlocks.
    const drafts = await sql<{ id: string }>`
      select id from deals where slug = any(${slugs}::text[]) and not published
      order by slug for no key update`.execute(trx)
    const ids = drafts.rows.map(({ id }) => id)
    const before = await readOffers(trx, ids)
    const { numAffectedRows = 0n } = await sql`
      update deals set published = true, version = version + 1, updated_at = now()
      where id = any(${ids}::uuid[])`.execute(trx)
    await noteChangedOffers(trx, before)
    await sql`
      update imports set published_count = published_count + ${Number(numAffectedRows)}::int,
        progress = least(100, 100 * ${last.row}::int / greatest(row_count, 1))
      where id = ${id}`.execute(trx)
    return last.row
  })
}
