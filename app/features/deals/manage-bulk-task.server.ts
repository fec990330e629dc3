import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { classifyDbError } from '~/db/db-error.server'
import type { JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { log } from '~/log.server'
import { runBatch, stop } from './manage-bulk-run.server'

type BulkJob = JobPayload<'change_deals'>

const INTERRUPTED = 'It was interrupted too often.'
const FAILED = 'Something went wrong. The cause is in the log.'

/** Job: handles the deals of a bulk action in batches. After a crash it goes on behind the last batch. */
export async function changeDealsInBulk({ id }: BulkJob, { job, abortSignal }: JobHelpers) {
  if (job.attempts >= job.max_attempts) return stopAction(id, INTERRUPTED)
  try {
    do abortSignal.throwIfAborted()
    while (await inTransaction((trx) => runLongBatch(trx, id)))
  } catch (error) {
    if (abortSignal.aborted || classifyDbError(error) === 'database') throw error
    log.error({ err: error, bulkAction: id }, 'A bulk action failed')
    await stopAction(id, FAILED)
  }
}

async function runLongBatch(trx: Parameters<typeof runBatch>[0], id: string) {
  await sql`set local statement_timeout = '60s'`.execute(trx)
  return runBatch(trx, id)
}

async function stopAction(id: string, message: string) {
  await inTransaction((trx) => stop(trx, id, message))
}
