import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isLookingAhead, isRobot } from '~/features/audience/clicks/counted-visit'
import { waitUntil } from '~/http/current-request.server'
import { log } from '~/log.server'
import { type DayRange, firstDayOf } from './range'

/** A limit per day, so that made-up searches cannot fill the table. */
const MAX_TERMS_PER_DAY = 300
const RETENTION_DAYS = 400
const MAX_LENGTH = 200
/** An email address, a URL, or enough digits for a phone or card number. */
const PERSONAL = /@|:\/\/|\d(?:[\s().+/-]*\d){6}/

/** Counts a search without results after the response, except those of robots and prefetches. Never throws. */
export function recordEmptySearch({ headers }: Request, typed: string) {
  const term = searchTerm(typed)
  if (!term || isRobot(headers) || isLookingAhead(headers)) return
  waitUntil(countEmptySearch(term).catch((error) => log.warn({ err: error }, 'A search was not counted')))
}

/** Normalizes a search for the staff's statistics. Undefined if it is empty or may contain personal data. */
export function searchTerm(query: string): string | undefined {
  const term = [
    ...query
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_LENGTH)
    .join('')
  return term === '' || PERSONAL.test(term) ? undefined : term
}

async function countEmptySearch(term: string) {
  const today = sql`(now() at time zone 'UTC')::date`
  const ofToday = sql`select from daily_metrics where metric = 'empty_searches' and day = ${today}`
  await sql`
    insert into daily_metrics as daily (metric, day, key, count) select 'empty_searches', ${today}, ${term}, 1
    where exists (${ofToday} and key = ${term}) or (select count(*) from (${ofToday}) terms) < ${MAX_TERMS_PER_DAY}
    on conflict (metric, day, key) do update set count = daily.count + 1`.execute(db)
}

/** The most frequent terms without results. */
export async function listEmptySearches(range: DayRange, today: string, limit: number) {
  const from = firstDayOf(range, today)
  const { rows } = await sql<{ term: string; searches: number }>`
    select key as term, sum(count)::bigint as searches from daily_metrics
    where metric = 'empty_searches' and ${from ? sql`day >= ${from}` : sql`true`}
    group by key order by searches desc, key limit ${limit}`.execute(db)
  return rows
}

export async function deleteOldSearches() {
  await sql`
    delete from daily_metrics
    where metric = 'empty_searches' and day < (now() at time zone 'UTC')::date - ${RETENTION_DAYS}::int`.execute(db)
}
