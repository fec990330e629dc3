import { db } from '~/db/database.server'

/** What the audit log holds about one person, oldest first: what they did, and what was done to their account. */
export async function listOwnEntries(userId: string) {
  return (
    db
      .selectFrom('audit_log')
      .select(['created_at', 'action', 'entity_type', 'entity_id', 'detail'])
      // Who of the staff it was is their data.
      .select((eb) => eb('actor_id', 'is not distinct from', userId).as('done_by_you'))
      .where((eb) =>
        eb.or([eb('actor_id', '=', userId), eb.and([eb('entity_type', '=', 'profile'), eb('entity_id', '=', userId)])]),
      )
      .orderBy('id')
      .execute()
  )
}
