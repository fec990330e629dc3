import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isUuid } from '~/http/row-id'
import { shorten } from '~/ui/shorten'

/** The name and the path of a row, for each kind of row in the log. */
const KINDS: Record<string, { name: RawBuilder<string>; table: string; to: (id: string) => string }> = {
  profile: { name: sql`coalesce(name, email)`, table: 'profiles', to: (id) => `/account?userId=${id}` },
  deal: { name: sql`title`, table: 'deals', to: (id) => `/admin/deals/${id}` },
  category: { name: sql`name`, table: 'categories', to: (id) => `/admin/categories/${id}` },
  platform: { name: sql`name`, table: 'platforms', to: (id) => `/admin/platforms/${id}` },
  seo: { name: sql`coalesce(meta_title, og_title, entity_id)`, table: 'seo_metadata', to: (id) => `/admin/seo/${id}` },
  review: { name: sql`title`, table: 'reviews', to: (id) => `/admin/queue/reviews/${id}` },
  comment: { name: sql`body`, table: 'comments', to: (id) => `/admin/queue/comments/${id}` },
  change_log: { name: sql`title`, table: 'change_logs', to: (id) => `/admin/queue/change-reports/${id}` },
  contact_message: { name: sql`subject`, table: 'contact_messages', to: (id) => `/admin/queue/contact/${id}` },
  bulk_action: {
    name: sql`concat(to_char(deal_count, 'FM999,999,999'), case deal_count when 1 then ' deal' else ' deals' end,
      ', ', to_char(changed_count, 'FM999,999,990'), ' changed')`,
    table: 'bulk_actions',
    to: () => '/admin/deals',
  },
  import: { name: sql`file_name`, table: 'imports', to: () => '/admin/csv-import' },
}

type About = { entity_type: string; entity_id: string | null }
export type Subject = { name: string; to: string }

/** The subjects of entries by "kind id", with one query for each kind; deleted rows are missing. */
export async function findSubjects(entries: About[]): Promise<Map<string, Subject>> {
  const found = await Promise.all(
    Object.entries(KINDS).map(async ([kind, { name, table, to }]) => {
      const ids = idsOf(entries, kind)
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string; name: string }>`
        select id, ${name} as name from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
      return rows.map((row) => [`${kind} ${row.id}`, { name: shorten(row.name, 80), to: to(row.id) }] as const)
    }),
  )
  return new Map(found.flat())
}

function idsOf(entries: About[], kind: string) {
  const own = entries.filter(({ entity_type }) => entity_type === kind)
  return [...new Set(own.map(({ entity_id }) => entity_id ?? ''))].filter(isUuid)
}
