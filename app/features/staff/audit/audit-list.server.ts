import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import { findUserIds } from '~/features/people/accounts/users.server'
import { itemPath } from '~/features/staff/queue/item'
import { isUuid, paginate, STAFF_PAGE_SIZE } from '~/http/params'
import { shorten } from '~/ui/shorten'
import type { AuditSearch } from './audit-search'

/** One page of the log, newest first, with the current name of each entry's subject. */
export async function listAuditEntries(search: AuditSearch) {
  const found = await readEntries(search, await findActors(search))
  const { rows, newer, older } = paginate(found, search)
  const subjects = await findSubjects(rows)
  const entries = rows.map((row) => ({ ...row, subject: subjects.get(`${row.entity_type} ${row.entity_id}`) }))
  return { entries, newer, older }
}

/** The people whose name or address is searched for. */
async function findActors({ who }: AuditSearch) {
  return who && !isUuid(who) ? findUserIds(who) : undefined
}

async function readEntries(search: AuditSearch, actors: string[] | undefined) {
  if (actors?.length === 0) return []
  const { who, action, entity, id, from, to, before, after } = search
  const conditions: (RawBuilder<SqlBool> | false | undefined)[] = [
    actors && sql`actor_id in (${sql.join(actors)})`,
    isUuid(who) && involves(who),
    action !== '' && sql`action = ${action}`,
    entity !== '' && sql`entity_type = ${entity}`,
    id !== '' && sql`entity_id = ${id}`,
    from !== '' && since(from),
    to !== '' && until(to),
    before !== '' && sql`audit_log.id < ${before}`,
    after !== '' && sql`audit_log.id > ${after}`,
  ]
  let entries = db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'actor_id')
    .select(['audit_log.id', 'action', 'entity_type', 'entity_id', 'audit_log.created_at'])
    // The versions of deals that a bulk action made are only read for the history of a deal.
    .select(sql<unknown>`detail - 'versions'`.as('detail'))
    .select(['actor_id', 'actor_pseudonym'])
    .select((eb) => eb.fn.coalesce('profiles.name', 'profiles.email').as('actor'))
  for (const condition of conditions) if (condition) entries = entries.where(condition)
  return entries
    .orderBy('audit_log.id', after ? 'asc' : 'desc')
    .limit(STAFF_PAGE_SIZE + 1)
    .execute()
}

// Only the pseudonym of a deleted account remains, which all its entries share.
function involves(who: string) {
  return sql<SqlBool>`(actor_id = ${who} or actor_pseudonym = ${who} or (entity_type = 'profile' and entity_id = ${who.toLowerCase()}))`
}

// The list and its indexes are ordered by id. An entry is dated when its transaction began and numbered later, but by
// less than an hour: the ids around a day bound the scan, the dates decide.
function since(day: string) {
  return sql<SqlBool>`audit_log.created_at >= ${startOf(day)} and audit_log.id >= (
    select id from audit_log as mark where mark.created_at >= ${startOf(day)} - interval '1 hour'
    order by mark.created_at limit 1)`
}

function until(day: string) {
  const end = sql`${startOf(day)} + interval '1 day'`
  return sql<SqlBool>`audit_log.created_at < ${end} and audit_log.id <= coalesce((
    select id from audit_log as mark where mark.created_at >= ${end} + interval '1 hour'
    order by mark.created_at limit 1), ${Number.MAX_SAFE_INTEGER})`
}

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`

/** Every action and every kind of row in the log, by a loose index scan whose time does not grow with the log. */
export async function listAuditKinds() {
  const [actions, entities] = await Promise.all([listDistinct('action'), listDistinct('entity_type')])
  return { actions, entities }
}

async function listDistinct(name: 'action' | 'entity_type') {
  const column = sql.ref(name)
  const { rows } = await sql<{ value: string }>`
    with recursive steps as (
      select min(${column}) as value from audit_log
      union all
      select (select min(${column}) from audit_log where ${column} > steps.value) from steps where value is not null
    )
    select value from steps where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}

type AuditedRows = { name: RawBuilder<string>; rows: RawBuilder<unknown>; to: (id: string) => string }

/** The name and the path of a row, for each kind of row in the log. */
const AUDITED: Record<string, AuditedRows> = {
  profile: { name: sql`coalesce(name, email)`, rows: sql`profiles`, to: (id) => `/account?userId=${id}` },
  deal: { name: sql`title`, rows: sql`deals`, to: (id) => `/admin/deals/${id}` },
  category: { name: sql`name`, rows: sql`categories`, to: (id) => `/admin/categories/${id}` },
  platform: { name: sql`name`, rows: sql`platforms`, to: (id) => `/admin/platforms/${id}` },
  vendor: { name: sql`name`, rows: sql`vendors`, to: (id) => `/admin/vendors/${id}` },
  product: { name: sql`name`, rows: sql`products`, to: (id) => `/admin/products/${id}` },
  seo: {
    name: sql`coalesce(meta_title, og_title, entity_id)`,
    rows: sql`seo_metadata`,
    to: (id) => `/admin/seo/${id}`,
  },
  import: { name: sql`file_name`, rows: sql`imports`, to: () => '/admin/csv-import' },
  ...Object.fromEntries(KINDS.map((kind) => [kind, rowsOfKind(kind)])),
}

/** The rows of a kind of queue item, also those that were decided. */
function rowsOfKind(kind: Kind): AuditedRows {
  const rows = sql`(select id, title, body from moderation_items where kind = ${kind}) item`
  return { name: sql`coalesce(title, body)`, rows, to: (id) => itemPath(kind, id) }
}

type About = { entity_type: string; entity_id: string | null }
type AuditSubject = { name: string; to: string }

/** The subjects of entries by "kind id", with one query for each kind; deleted rows are missing. */
async function findSubjects(entries: About[]): Promise<Map<string, AuditSubject>> {
  const found = await Promise.all(
    Object.entries(AUDITED).map(async ([kind, { name, rows: stored, to }]) => {
      const ids = idsOf(entries, kind)
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string; name: string }>`
        select id, ${name} as name from ${stored} where id = any(${ids}::uuid[])`.execute(db)
      return rows.map((row) => [`${kind} ${row.id}`, { name: shorten(row.name, 80), to: to(row.id) }] as const)
    }),
  )
  return new Map(found.flat())
}

function idsOf(entries: About[], kind: string) {
  const own = entries.filter(({ entity_type }) => entity_type === kind)
  return [...new Set(own.map(({ entity_id }) => entity_id ?? ''))].filter(isUuid)
}
