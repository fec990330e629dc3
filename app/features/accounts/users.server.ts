import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { cutPage, STAFF_PAGE, type Turn } from '~/http/keyset'
import { COUNT_CAP } from '~/ui/counted'
import type { UserSearch } from './user-search'

/** So many of the newest people are looked through before the index of letters is asked. */
const NEWEST = 5_000
/** Who looks for a person among more than these has to ask more exactly. */
const HITS_MAX = 20_000

type People<Output = object> = SelectQueryBuilder<DB, 'profiles', Output>

/** One page of people, newest first. */
export async function listUsers(search: UserSearch) {
  const ids = await (search.q === '' ? readIds(matchFilters(search), search.turn) : findByTerm(search))
  const people = await readPeople(ids)
  const place = new Map(ids.map((id, i) => [id, i]))
  people.sort((a, b) => place.get(a.id)! - place.get(b.id)!)
  return cutPage(people, search.turn)
}

/** How many people the filters leave, up to a cap. A term is not counted: it may stand in a million addresses. */
export async function countUsers(filters: Filters) {
  const matches = matchFilters(filters)
    .select('id')
    .limit(COUNT_CAP + 1)
  const { count } = await db
    .selectFrom(matches.as('people'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest people whose name or address holds the term: for lists that are filtered by a person. */
export async function findUserIds(term: string) {
  return findByTerm({ q: term, role: '', status: '', turn: {} })
}

/** A frequent term fills the page from the newest people; the index of letters finds a rare one at once. */
async function findByTerm(search: UserSearch) {
  const newest = inTurn(db.selectFrom('profiles').selectAll(), search.turn).limit(NEWEST)
  const near = await readIds(matchFilters(search, from(newest)).where(holds(search.q)), search.turn)
  if (near.length > STAFF_PAGE) return near

  // OFFSET 0 is a fence: the planner would rather walk through a million people than trust an index of letters.
  const hits = matchFilters(search)
    .where(sql<SqlBool>`search_grams(search_text) @> search_keys(search_fold(${search.q}))`)
    .where(holds(search.q))
    .select(['id', 'created_at'])
    .limit(HITS_MAX)
    .offset(0)
  return readIds(from(hits), search.turn)
}

// Not LIKE: nothing is special in it.
const holds = (term: string) => sql<SqlBool>`strpos(search_text, search_fold(${term})) > 0`

/** Goes on from some people as if they were the table; the columns that follow have to be among theirs. */
function from(people: People) {
  return db.selectFrom(people.as('profiles')) as unknown as People
}

type Filters = Pick<UserSearch, 'role' | 'status'>

function matchFilters({ role, status }: Filters, people: People = db.selectFrom('profiles')) {
  const inRole = role ? people.where('role', '=', role) : people
  return status ? inRole.where('status', '=', status) : inRole
}

async function readIds(matches: People, turn: Turn) {
  const rows = await inTurn(matches.select('id'), turn)
    .limit(STAFF_PAGE + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** From the row of the turn on; towards the newer ones the nearest comes first. */
function inTurn<Output>(people: People<Output>, { before, after }: Turn) {
  const mark = before ?? after
  const joined = sql`(select created_at from profiles as mark where mark.id = ${mark})`
  const beyond = mark
    ? people.where(sql<SqlBool>`(created_at, id) ${sql.raw(after ? '>' : '<')} (${joined}, ${mark}::uuid)`)
    : people
  const direction = after ? 'asc' : 'desc'
  return beyond.orderBy('created_at', direction).orderBy('id', direction)
}

async function readPeople(ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status', 'karma', 'created_at'])
    .where('id', 'in', ids)
    .execute()
}
