import { db } from '~/db/database.server'
import { KINDS, specOf } from '~/features/contributions/kinds/kinds'

const TABLES = new Set(KINDS.map((kind) => specOf(kind).table))

/** Takes out of the queue what earlier journeys left waiting at this worker's site. */
export async function emptyQueue() {
  for (const table of TABLES) await db.deleteFrom(table).where('status', '=', 'PENDING').execute()
}
