import type { JobHelpers } from 'graphile-worker'
import { classifyDbError } from '~/db/db-error.server'
import type { JobPayload } from '~/db/job-queue.server'
import { log } from '~/log.server'
import { failImport } from './import-deals.server'
import { ImportStopped } from './import-progress.server'
import { clearStaging } from './stage-file.server'
import { UnreadableFile } from './unreadable-file.server'

/** The payload of the tasks about one import. */
export type ImportJob = JobPayload<'check_import' | 'run_import' | 'publish_import'>

/**
 * Runs a step of an import. After a crash and while the database is unavailable the queue retries it; other errors are
 * shown on the import's page.
 */
export async function runStep(id: string, { job, abortSignal }: JobHelpers, step: () => Promise<void>) {
  if (job.attempts >= job.max_attempts) {
    return failImport(id, 'The import was interrupted too often. Rows already written are kept. Please try again.')
  }
  try {
    await step()
  } catch (error) {
    if (error instanceof ImportStopped) return clearStaging(id)
    if (error instanceof UnreadableFile) return failImport(id, error.message)
    if (abortSignal.aborted || classifyDbError(error) === 'database') throw error
    log.error({ err: error, import: id }, 'An import failed')
    await failImport(id, 'Something went wrong during the import. Rows already written are kept. Please try again.')
  }
}
