import { startWorker } from '~/jobs/worker.server'
import { runMain } from './stop-request'
import { workUntilStopped } from './work'

// The job worker of a site, which has opened the database and keeps it migrated. Loading the jobs takes seconds on a busy
// machine; until signals are listened to, which is now, one ends the process at once.
await runMain(async (stop) => {
  await workUntilStopped(stop, startWorker)
  return 0
})
