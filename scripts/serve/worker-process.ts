import { startWorker } from '~/jobs/worker.server'
import { workUntilStopped } from './job-worker'
import { runMain } from './stop-request'

// The job worker of a site that has opened and migrated the database. Loading the jobs takes seconds on a busy machine,
// so signal handlers are installed first; before that, a signal ends the process at once.
await runMain(async (stop) => {
  process.send?.('loaded')
  await workUntilStopped(stop, startWorker)
  return 0
})
