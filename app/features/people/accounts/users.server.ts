import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { holdsTerms, resolveTerms } from '~/db/search-terms.server'
import { type Cursor, paginate, STAFF_PAGE_SIZE } from '~/http/params'
import { COUNT_CAP } from '~/ui/pluralize'
import type { UserSearch } from './user-search'

type People<Output = object> = SelectQueryBuilder<DB, 'profiles', Output>

/** One page of people, newest first unless sorted otherwise. */
export async function listUsers(search: UserSearch) {
  const ids = await readIds(await matchUsers(search), search)
  return paginate(inOrderOf(ids, await readPeople(ids)), search)
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
  return readIds(await matchUsers({ q, role: '', status: '' }), { sort: '', before: '', after: '' })
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

type Order = Cursor & Pick<UserSearch, 'sort'>

async function readIds(matches: People, order: Order) {
  const rows = await fromCursor(matches.select('id'), order)
    .limit(STAFF_PAGE_SIZE + 1)
    .execute()
  return rows.map(({ id }) => id)
}

const ORDERS = {
  '': { column: 'created_at', isAscending: false },
  oldest: { column: 'created_at', isAscending: true },
  karma: { column: 'karma', isAscending: false },
  'karma-asc': { column: 'karma', isAscending: true },
} as const satisfies Record<UserSearch['sort'], object>

/** Beyond the row of the cursor: `before` goes on in the order of the list, `after` back, with the nearest row first. */
function fromCursor<Output>(people: People<Output>, { sort, before, after }: Order) {
  const { column, isAscending } = ORDERS[sort]
  const isUp = isAscending !== Boolean(after)
  const mark = before || after
  const key = sql.ref(column)
  const markKey = sql`(select ${key} from profiles as mark where mark.id = ${mark})`
  const beyond = mark
    ? people.where(sql<SqlBool>`(${key}, id) ${sql.raw(isUp ? '>' : '<')} (${markKey}, ${mark}::uuid)`)
    : people
  const direction = isUp ? 'asc' : 'desc'
  return beyond.orderBy(column, direction).orderBy('id', direction)
}

function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]) {
  const index = new Map(ids.map((id, i) => [id, i]))
  return rows.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
}

async function readPeople(ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status', 'karma', 'created_at'])
    .select(['suspension_reason', 'suspension_note'])
    .where('id', 'in', ids)
    .execute()
}
