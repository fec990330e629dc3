import { sql } from 'kysely'

/** The id of the public page of a joined profile; null without a profile or page. */
export const PERSON_ID = sql<string | null>`
  case when profiles.has_public_profile and profiles.status = 'ACTIVE' then profiles.id end`.as('person_id')

/** Who wrote something, for a query with a left join of `profiles`. */
export const AUTHOR = [
  sql<string | null>`case when profiles.id is not null then coalesce(profiles.name, 'Member') end`.as('author_name'),
  PERSON_ID,
] as const
