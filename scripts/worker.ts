import { openDatabase } from './database/with-database'
import { workUntilStopped } from './serve/job-worker'
import { runMain, untilAborted } from './serve/stop-request'

/** `npm run worker`: runs jobs from the queue until it is stopped. */
await runMain(async (stop) => {
  const database = await openDatabase({ stop })
  try {
    await Promise.race([database.ready, untilAborted(stop)])
    console.log('The job worker is running.')
    const { startWorker } = await import('~/jobs/worker.server')
    await Promise.race([workUntilStopped(stop, startWorker), database.gaveUp])
    return 0
  } finally {
    await database.close()
  }
})
