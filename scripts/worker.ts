import { openDatabase } from './database/with-database'
import { runMain, untilAborted } from './serve/stop-request'
import { workUntilStopped } from './serve/worker-process'

/** `npm run worker`: runs jobs from the queue until it is stopped. */
await runMain(async (stop) => {
  const database = await openDatabase({ stop })
  try {
    await Promise.race([database.ready, untilAborted(stop)])
    console.log('The job worker is running.')
    await Promise.race([workUntilStopped(stop), database.gaveUp])
    return 0
  } finally {
    await database.close()
  }
})
