import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { sanitizeFileName } from './imports.server'
import { clearStaging } from './stage-file.server'
import type { Upload } from './uploads.server'

type Person = { id: string }

/** Records an uploaded file and queues its check. */
export async function submitUpload(person: Person, id: string, { name, bytes, sha256 }: Upload) {
  await inTransaction(async (trx) => {
    await trx
      .insertInto('imports')
      .values({
        id,
        user_id: person.id,
        file_name: sanitizeFileName(name),
        file_bytes: bytes,
        file_sha256: sha256,
        status: 'CHECKING',
      })
      .execute()
    await addJob(trx, 'check_import', { id })
  })
}

/** Queues the import of a checked file, once. Resets the counts of the dry run. False if it is not ready. */
export async function startImport(person: Person, id: string) {
  return inTransaction(async (trx) => {
    const started = await trx
      .updateTable('imports')
      .set({
        started_at: sql`now()`,
        status: 'QUEUED',
        progress: 0,
        created_count: 0,
        updated_count: 0,
        unchanged_count: 0,
      })
      .set({ unpublished_count: 0, ending_soon_count: 0, expired_count: 0, upcoming_count: 0 })
      .where('id', '=', id)
      .where('status', '=', 'CHECKED')
      .where('staged_count', '>', 0)
      .returning('file_name')
      .executeTakeFirst()
    if (!started) return false
    await addJob(trx, 'run_import', { id })
    await recordAudit({ ...entryOf(person, 'import.started', id), detail: { file: started.file_name } }, trx)
    return true
  })
}

/** Cancels an unfinished import. Written batches stay. False if it is finished. */
export async function cancelImport(person: Person, id: string) {
  const isCancelled = await inTransaction(async (trx) => {
    const cancelled = await trx
      .updateTable('imports')
      .set({ status: 'CANCELLED', finished_at: sql`now()` })
      .where('id', '=', id)
      .where('status', 'in', ['CHECKING', 'CHECKED', 'QUEUED', 'RUNNING'])
      .returning(['file_name', 'written_count'])
      .executeTakeFirst()
    if (!cancelled) return false
    const detail = { file: cancelled.file_name, written: cancelled.written_count }
    await recordAudit({ ...entryOf(person, 'import.cancelled', id), detail }, trx)
    return true
  })
  if (isCancelled) await clearStaging(id)
  return isCancelled
}

/** Queues publishing the deals of a finished import. False if it is not finished. */
export async function publishImported(person: Person, id: string) {
  return inTransaction(async (trx) => {
    const publishing = await trx
      .updateTable('imports')
      .set({ status: 'PUBLISHING', progress: 0 })
      .where('id', '=', id)
      .where('status', '=', 'DONE')
      .returning('file_name')
      .executeTakeFirst()
    if (!publishing) return false
    await addJob(trx, 'publish_import', { id })
    await recordAudit({ ...entryOf(person, 'import.published', id), detail: { file: publishing.file_name } }, trx)
    return true
  })
}

function entryOf({ id: actor }: Person, action: string, id: string) {
  return { actor, action, entity: 'import', id }
}

const POLL_MS = 50

/**
 * Waits until the current step of an import ends, so that a small file's result is on the next page. Undefined after
 * `timeout` milliseconds.
 */
export async function waitForStep(id: string, timeout = 2_500) {
  for (const until = Date.now() + timeout; Date.now() < until; await wait(POLL_MS)) {
    const found = await db.selectFrom('imports').select('status').where('id', '=', id).executeTakeFirst()
    if (!found || !['CHECKING', 'QUEUED', 'RUNNING', 'PUBLISHING'].includes(found.status)) return found?.status
  }
  return undefined
}
