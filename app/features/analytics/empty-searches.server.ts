import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isLookingAhead, isRobot } from '~/features/clicks/counted-visit'
import { goOnWith } from '~/http/background.server'
import { log } from '~/log.server'
import { firstDayOf, type Range } from './range'
import { searchTerm } from './search-term'

/** Whoever makes up searches fills no more than one day. */
const TERMS_PER_DAY = 300
const DAYS_KEPT = 400

/** Notes that a search found nothing, behind the answer. Never fails, and never holds anybody up. */
export function noteEmptySearch({ headers }: Request, typed: string) {
  const term = searchTerm(typed)
  if (!term || isRobot(headers) || isLookingAhead(headers)) return
  goOnWith(countEmptySearch(term).catch((error) => log.warn({ err: error }, 'A search was not counted')))
}

async function countEmptySearch(term: string) {
  const today = sql`(now() at time zone 'UTC')::date`
  await sql`
    insert into empty_searches (day, term) select ${today}, ${term}
    where exists (select from empty_searches where day = ${today} and term = ${term})
      or (select count(*) from empty_searches where day = ${today}) < ${TERMS_PER_DAY}
    on conflict (day, term) do update set searches = empty_searches.searches + 1`.execute(db)
}

/** The terms searched for most often. Over all days that are kept, triggers hold their sums. */
export async function listEmptySearches(range: Range, today: string, limit: number) {
  const from = firstDayOf(range, today)
  const { rows } = await sql<{ term: string; searches: number }>`
    select term, searches from ${from ? searchesSince(from) : sql`empty_search_sums`}
    order by searches desc, term limit ${limit}`.execute(db)
  return rows
}

const searchesSince = (day: string) => sql`(
  select term, sum(searches)::bigint as searches from empty_searches where day >= ${day} group by term
) sums`

export async function forgetOldSearches() {
  await sql`delete from empty_searches where day < (now() at time zone 'UTC')::date - ${DAYS_KEPT}::int`.execute(db)
}
