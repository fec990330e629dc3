import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { holdsTerms, resolveTerms } from '~/features/search/search-terms.server'
import { type Cursor, paginate, STAFF_PAGE_SIZE } from '~/http/cursor'
import { COUNT_CAP } from '~/ui/pluralize'
import type { UserSearch } from './user-search'

type People<Output = object> = SelectQueryBuilder<DB, 'profiles', Output>

/** One page of people, newest first. */
export async function listUsers(search: UserSearch) {
  const ids = await readIds(await matchUsers(search), search)
  const people = await readPeople(ids)
  const index = new Map(ids.map((id, i) => [id, i]))
  people.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
  return paginate(people, search)
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

/** The newest people whose name or address holds every word: for lists that are filtered by a person. */
export async function findUserIds(q: string) {
  return readIds(await matchUsers({ q, role: '', status: '' }), { before: '', after: '' })
}

async function matchUsers({ q, ...filters }: Filters & { q: string }) {
  return matchFilters(filters).where(holdsTerms(sql`search_text`, await resolveTerms(q)))
}

type Filters = Pick<UserSearch, 'role' | 'status'>

function matchFilters({ role, status }: Filters) {
  const people: People = db.selectFrom('profiles')
  const inRole = role ? people.where('role', '=', role) : people
  return status ? inRole.where('status', '=', status) : inRole
}

async function readIds(matches: People, cursor: Cursor) {
  const rows = await fromCursor(matches.select('id'), cursor)
    .limit(STAFF_PAGE_SIZE + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** From the row of the turn on; towards the newer ones the nearest comes first. */
function fromCursor<Output>(people: People<Output>, { before, after }: Cursor) {
  const mark = before || after
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
