import { setTimeout as wait } from 'node:timers/promises'
import { sql, type UpdateObject } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import type { DB, ImportStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { removeOldUploads } from '~/http/multipart.server'
import { isUnderWay } from './csv-import'
import { deleteFile } from './import-files.server'
import type { ImportOptions } from './import-options'
import { clearReport, clearStaging } from './staging.server'

type Person = { id: string }
type Changes = UpdateObject<DB, 'imports'>

/** The import was canceled. */
export class ImportStopped extends Error {}

/** Queues a check with other options. False if the file is not waiting for a decision. */
export function checkAgain(person: Person, id: string, options: ImportOptions) {
  const changes: Changes = { status: 'CHECKING', progress: 0, options: JSON.stringify(options) }
  return decide(person, id, undefined, ['COLUMNS', 'CHECKED'], changes)
}

/** Goes back to the choice of columns. False if the file is not waiting for a decision. */
export function chooseColumnsAgain(person: Person, id: string) {
  return decide(person, id, undefined, ['CHECKED'], { status: 'COLUMNS' }, hasFile)
}

const hasFile = sql<boolean>`exists (select from import_files where import_id = imports.id)`

/** What changes when a checked import begins to write: the counts of the dry run are reset. */
export const STARTED: Changes = {
  status: 'QUEUED',
  started_at: sql`now()`,
  latest_start: sql`(
    select least(max(start_date), (now() at time zone 'UTC')::date + 366) from import_staging where import_id = imports.id)`,
  progress: 0,
  created_count: 0,
  updated_count: 0,
  unchanged_count: 0,
  unpublished_count: 0,
  ending_soon_count: 0,
  expired_count: 0,
  upcoming_count: 0,
}

/** Queues the import of a checked file, once. False if it is not ready. */
export function startImport(person: Person, id: string, keepsLive = false) {
  const options = sql<string>`options || ${JSON.stringify({ keepsLive })}::jsonb`
  return decide(person, id, 'import.started', ['CHECKED'], { ...STARTED, options }, sql`staged_count > 0`)
}

/** Cancels an unfinished import. Written batches stay. False if it is finished. */
export async function cancelImport(person: Person, id: string) {
  const changes: Changes = { status: 'CANCELLED', finished_at: sql`now()` }
  const from: ImportStatus[] = ['COLUMNS', 'CHECKING', 'CHECKED', 'QUEUED', 'RUNNING']
  const isCancelled = await decide(person, id, 'import.cancelled', from, changes)
  if (isCancelled) await clearWork(id)
  return isCancelled
}

/** Queues publishing the deals of a finished import. False if it is not finished. */
export function publishImported(person: Person, id: string) {
  return decide(person, id, 'import.published', ['DONE'], { status: 'PUBLISHING', progress: 0 })
}

/** Queues the current step of a stopped import again. False if it has not stopped. */
export function continueImport(person: Person, id: string) {
  const unchanged: Changes = { status: sql`status` }
  return decide(person, id, 'import.continued', ['CHECKING', 'QUEUED', 'RUNNING', 'PUBLISHING'], unchanged, hasStopped)
}

/** Whether the job of an import has failed for good, such as when its worker was killed twice. */
export const hasStopped = sql<boolean>`exists (
  select from graphile_worker.jobs
  where key = 'import:' || imports.id and locked_at is null and attempts >= max_attempts)`

async function decide(
  { id: actor }: Person,
  id: string,
  action: string | undefined,
  from: ImportStatus[],
  changes: Changes,
  condition = sql<boolean>`true`,
) {
  return inTransaction(async (trx) => {
    const changed = await trx
      .updateTable('imports')
      .set(changes)
      .where('id', '=', id)
      .where('status', 'in', from)
      .where(condition)
      .returning(['file_name', 'status', 'written_count'])
      .executeTakeFirst()
    if (!changed) return false
    const { status, file_name: file, written_count: written } = changed
    if (isUnderWay(status)) await addStep(trx, id, status)
    const detail = { file, ...(status === 'CANCELLED' && { written }) }
    if (action) await recordAudit({ actor, action, entity: 'import', id, detail }, trx)
    return true
  })
}

const TASKS = {
  CHECKING: 'check_import',
  QUEUED: 'run_import',
  RUNNING: 'run_import',
  PUBLISHING: 'publish_import',
} as const

/** An import has one job at a time. */
export async function addStep(trx: Trx, id: string, status: keyof typeof TASKS) {
  await addJob(trx, TASKS[status], { id }, { key: `import:${id}` })
}

/**
 * Records the progress of a check in percent.
 *
 * @throws ImportStopped when it was canceled
 */
export async function recordCheckProgress(id: string, progress: number) {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ progress })
    .where('id', '=', id)
    .where('status', '=', 'CHECKING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ImportStopped('The check was canceled.')
}

/** Marks an import as failed. Written rows stay, staged rows are deleted. */
export async function failImport(id: string, message: string) {
  await db
    .updateTable('imports')
    .set({ status: 'FAILED', message, finished_at: new Date() })
    .where('id', '=', id)
    .where('status', 'not in', ['DONE', 'CANCELLED'])
    .execute()
  await clearWork(id)
}

/** Deletes what only an unfinished import needs. */
async function clearWork(id: string) {
  await clearStaging(id)
  await deleteFile(id)
}

const [POLL_MS, STEP_MS] = [50, 2_500]

/**
 * Waits until the current step of an import ends, so that a small file's result is on the next page. Undefined after
 * STEP_MS.
 */
export async function waitForStep(id: string) {
  for (const until = Date.now() + STEP_MS; Date.now() < until; await wait(POLL_MS)) {
    const found = await db.selectFrom('imports').select('status').where('id', '=', id).executeTakeFirst()
    if (!found || !isUnderWay(found.status)) return found?.status
  }
  return undefined
}

/** Checked imports without a decision expire after DECISION_DAYS. Rows are stored longer, for reference. */
const DECISION_DAYS = 7
const ROWS_DAYS = 90

/** Daily clean-up: deletes uploads and rows of old imports. The imports themselves stay, with their counts. */
export async function cleanUpImports() {
  await removeOldUploads(1)
  const expired = await db
    .updateTable('imports')
    .set({
      status: 'CANCELLED',
      finished_at: sql`now()`,
      message: `This import was not started within ${DECISION_DAYS} days.`,
    })
    .where('status', 'in', ['COLUMNS', 'CHECKED'])
    .where('created_at', '<', daysAgo(DECISION_DAYS))
    .returning('id')
    .execute()
  for (const { id } of expired) await clearWork(id)
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', daysAgo(ROWS_DAYS))
    .where((eb) => eb.exists(eb.selectFrom('import_cells').select('row').whereRef('import_id', '=', 'imports.id')))
    .execute()
  for (const { id } of old) await clearReport(id)
}

const daysAgo = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`
