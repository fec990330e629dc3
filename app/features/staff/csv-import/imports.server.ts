import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type UpdateObject } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import type { DB, ImportStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { removeOldUploads } from '~/http/multipart.server'
import { shorten } from '~/ui/shorten'
import { guessMapping, hasOurHeadings, missingColumns } from './columns'
import { type CsvRecord, NO_ROWS, readFirstRows, UnreadableFile } from './csv-file.server'
import { type FileKind, isUnderWay } from './csv-import'
import { type CsvSource, deleteFile, storeFile } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { clearRows, countRows, ImportStopped, toJson } from './import-rows.server'

type Person = { id: string }
type Changes = UpdateObject<DB, 'imports'>

type Incoming = {
  /** The file name, as its owner calls it. */
  name: string
  source: CsvSource
  kind: FileKind
  options?: ImportOptions
  publish?: boolean
}

/**
 * Stores a file. With our headings its check is queued; with others its columns have to be chosen first. Files of the
 * command line, without a person, come with their options and are checked at once.
 *
 * @throws UnreadableFile when the file has no rows or is not CSV
 */
export async function receiveFile(person: { id: string } | undefined, incoming: Incoming) {
  const { name, source, kind, options, publish } = incoming
  const { header, rows } = await readFirstRows(source)
  if (rows.length === 0) throw new UnreadableFile(NO_ROWS)
  const id = randomUUID()
  const asksColumns = person !== undefined && !hasOurHeadings(header, kind)
  const summary: ImportSummary = { samples: header.map((_, index) => sampleCells(rows, index)) }
  await inTransaction(async (trx) => {
    await trx
      .insertInto('imports')
      .values({
        id,
        kind,
        header: header.map((heading) => heading.replaceAll('\0', '\ufffd')),
        user_id: person?.id,
        file_name: sanitizeFileName(path.basename(name)),
        file_bytes: source.bytes,
        is_published: publish,
        options: toJson(options ?? (asksColumns ? await suggestOptions(header, kind) : {})),
        summary: toJson(summary),
        status: asksColumns ? 'COLUMNS' : 'CHECKING',
      })
      .execute()
    await storeFile(trx, id, source)
    if (person && !asksColumns) await addStep(trx, id, 'CHECKING')
  })
  return id
}

function sampleCells(rows: CsvRecord[], index: number) {
  const cells = rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.slice(0, 3).map((cell) => shorten(cell, 80))
}

/** The choice for the last file with the same headings, or a guess. */
async function suggestOptions(header: string[], kind: FileKind): Promise<ImportOptions> {
  const earlier = await db
    .selectFrom('imports')
    .select('options')
    .where('kind', '=', kind)
    .where(sql<boolean>`header = ${header}::text[]`)
    .where('status', 'in', ['CHECKED', 'DONE', 'RUNNING', 'CANCELLED'])
    .where(sql<boolean>`options ? 'columns'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier) {
    const { columns, vendor } = earlier.options as ImportOptions
    return { columns, vendor }
  }
  const columns = guessMapping(header, kind)
  const lacksVendor = missingColumns(columns, kind, false).includes('vendor_name')
  return { columns, vendor: lacksVendor ? 'link' : 'error' }
}

/** A file name for storage: the last 255 characters, without control and format characters. */
function sanitizeFileName(name: string) {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...(plain || 'deals.csv')].slice(-255).join('')
}

/** Queues a check with other options. False if the file is not waiting for a decision. */
export function checkAgain(person: Person, id: string, options: ImportOptions) {
  const changes: Changes = { status: 'CHECKING', progress: 0, options: toJson(options) }
  return decide(person, id, undefined, ['COLUMNS', 'CHECKED'], changes)
}

/** Goes back to the choice of columns. False if the file is not waiting for a decision. */
export function chooseColumnsAgain(person: Person, id: string) {
  return decide(person, id, undefined, ['CHECKED'], { status: 'COLUMNS' }, hasFile)
}

const hasFile = sql<boolean>`exists (select from import_files where import_id = imports.id)`

/** What changes when a checked import begins to write. */
export const STARTED: Changes = { status: 'RUNNING', started_at: sql`now()`, progress: 0 }

/** Queues the import of a checked file, once. False if it is not ready. */
export function startImport(person: Person, id: string, keepsLive = false) {
  const options = sql<string>`options || ${JSON.stringify({ keepsLive })}::jsonb`
  return decide(person, id, 'import.started', ['CHECKED'], { ...STARTED, options }, sql`row_count > failed_count`)
}

/** Cancels an unfinished import. Written batches stay. False if it is finished. */
export async function cancelImport(person: Person, id: string) {
  const changes: Changes = { status: 'CANCELLED', finished_at: sql`now()` }
  const from: ImportStatus[] = ['COLUMNS', 'CHECKING', 'CHECKED', 'RUNNING']
  const isCancelled = await decide(person, id, 'import.cancelled', from, changes)
  if (isCancelled) await finishEarly(id)
  return isCancelled
}

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
      .returning(['file_name', 'status', 'written_row'])
      .executeTakeFirst()
    if (!changed) return false
    const { status, file_name: file, written_row } = changed
    if (isUnderWay(status)) await addStep(trx, id, status)
    const detail = { file, ...(status === 'CANCELLED' && { written_row }) }
    if (action) await recordAudit({ actor, action, entity: 'import', id, detail }, trx)
    return true
  })
}

const TASKS = { CHECKING: 'check_import', RUNNING: 'run_import' } as const

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

/** Marks an import as failed. Written rows stay. */
export async function failImport(id: string, message: string) {
  await db
    .updateTable('imports')
    .set({ status: 'FAILED', message, finished_at: new Date() })
    .where('id', '=', id)
    .where('status', 'not in', ['DONE', 'CANCELLED'])
    .execute()
  await finishEarly(id)
}

/** Counts only what was written, and deletes the file. */
async function finishEarly(id: string) {
  await countRows(db, id, { isWritten: true })
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
const ROWS_DAYS = 30

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
  for (const { id } of expired) await finishEarly(id)
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', daysAgo(ROWS_DAYS))
    .where((eb) => eb.exists(eb.selectFrom('import_rows').select('row').whereRef('import_id', '=', 'imports.id')))
    .execute()
  for (const { id } of old) await clearRows(id)
}

const daysAgo = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`
