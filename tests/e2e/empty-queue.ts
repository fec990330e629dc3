import { db } from '~/db/database.server'

/** Takes out of the queue what earlier journeys left waiting at this worker's site. */
export async function emptyQueue() {
  await db.deleteFrom('queue_items').execute()
}
