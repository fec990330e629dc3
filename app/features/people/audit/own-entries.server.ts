import { db } from '~/db/database.server'

/** The entries about one person, oldest first: their own actions, and actions on their account. */
export async function listOwnEntries(userId: string) {
  return (
    db
      .selectFrom('audit_log')
      .select(['created_at', 'action', 'entity_type', 'entity_id', 'detail'])
      // The identity of a staff member is that member's own data.
      .select((eb) => eb('actor_id', 'is not distinct from', userId).as('done_by_you'))
      .where((eb) =>
        eb.or([eb('actor_id', '=', userId), eb.and([eb('entity_type', '=', 'profile'), eb('entity_id', '=', userId)])]),
      )
      .orderBy('id')
      .execute()
  )
}
