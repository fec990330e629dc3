import { sql } from 'kysely'

export const CLAIM_DURATION = sql`interval '15 minutes'`

/** Whether a member of staff has an item of `queue_items` open. */
export const isClaimed = sql<boolean>`(claimed_by is not null and claimed_at > now() - ${CLAIM_DURATION})`
