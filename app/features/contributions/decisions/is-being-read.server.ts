import { sql } from 'kysely'

/** Whether a row of `claims` is of the last 15 minutes. */
export const isBeingRead = sql<boolean>`claims.since > now() - interval '15 minutes'`
