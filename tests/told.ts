import { db } from '~/db/database.server'
import { tellFollowers } from '~/features/audience/notifications/tell-changes.server'

/** Notifies followers of what changed, as if it had waited long enough. Returns how many notifications were written. */
export const tellNow = () => tellFollowers({ quietSeconds: -1 })

/** The kinds of notifications that members have after that, in the order of the alphabet. */
export async function tellKinds() {
  await tellNow()
  const rows = await db.selectFrom('notifications').select('kind').orderBy('kind').execute()
  return rows.map(({ kind }) => kind)
}
