import os from 'node:os'
import { withDatabase } from './database/with-database'
import { listenForStop } from './serve/stop-request'

/** `npm run worker`: works through the job queue until it is stopped. */
const stop = listenForStop()
// Pages come first where both run on one machine.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
await withDatabase(async () => {
  const { startWorker } = await import('~/jobs/worker.server')
  const worker = startWorker()
  console.log('The job worker is running.')
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  await worker.stop()
})
process.exit()
