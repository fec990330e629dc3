import type { JobHelpers } from 'graphile-worker'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import type { JobPayload } from '~/db/job-queue.server'
import { log } from '~/log.server'
import { UnreadableFile } from './csv-file.server'
import { checkFile, writeImport } from './import-deals.server'
import { failImport, ImportStopped } from './imports.server'

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
