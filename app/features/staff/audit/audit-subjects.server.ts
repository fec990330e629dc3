import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { isUuid } from '~/http/params'
import { shorten } from '~/ui/shorten'

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
  const rows = sql`(${queueKindOf(kind).select}) queued`
  return { name: sql`coalesce(title, body)`, rows, to: (id) => itemPath(kind, id) }
}

type About = { entity_type: string; entity_id: string | null }
export type AuditSubject = { name: string; to: string }

/** The subjects of entries by "kind id", with one query for each kind; deleted rows are missing. */
export async function findSubjects(entries: About[]): Promise<Map<string, AuditSubject>> {
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
