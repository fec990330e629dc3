import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { TemplateColumn } from './csv-import'
import type { IncomingDeal } from './deal-rows.server'
import type { Outcome } from './repeats.server'

export type WriteOptions = {
  /** The columns of the file. A deal that exists keeps what stands in the others. */
  present: ReadonlySet<TemplateColumn>
  publish: boolean
}
export type WrittenDeal = {
  slug: string
  outcome: Outcome
  /** Was shown to visitors and no longer is. */
  was_unpublished: boolean
  /** Had another status and is ACTIVE now. */
  was_reactivated: boolean
}

const TYPES = {
  title: 'text',
  vendor_name: 'text',
  category_id: 'uuid',
  platform_id: 'uuid',
  summary: 'text',
  description: 'text',
  original_price: 'numeric(12, 2)',
  deal_price: 'numeric(12, 2)',
  currency: 'text',
  start_date: 'date',
  end_date: 'date',
  tags: 'text[]',
  cta_url: 'text',
  hero_image_url: 'text',
  video_url: 'text',
} as const
const ALL = Object.keys(TYPES)
const LISTS = ['slug text', 'pros text[]', 'cons text[]']
const SHAPE = sql.raw([...LISTS, ...Object.entries(TYPES).map((pair) => pair.join(' '))].join(', '))

/**
 * Writes deals with different slugs in one transaction, set by set. Those that equal what is stored are left alone,
 * their published state included. A deal that another transaction makes at the same moment is missing from the
 * answer: write it again.
 */
export async function writeDeals(deals: IncomingDeal[], options: WriteOptions): Promise<WrittenDeal[]> {
  return db.transaction().execute(async (trx) => {
    // The pool's limit is meant for pages.
    await sql`set local statement_timeout = '60s'`.execute(trx)
    // Before it is first analyzed, a table that grows by the import is planned as a small one and read whole.
    await sql`set local enable_seqscan = off`.execute(trx)
    // Locked by slug, as everything below: two imports wait for each other in one order only. A statement of its own,
    // so that the next one sees what the last owner of the lock wrote.
    const locked = await trx
      .selectFrom('deals')
      .select('id')
      .where(sql<boolean>`slug = any(${deals.map(({ slug }) => slug)}::text[])`)
      .orderBy('slug')
      .forNoKeyUpdate()
      .execute()
    const { rows } = await mergeStatement(
      deals,
      locked.map(({ id }) => id),
      options,
    ).execute(trx)
    return rows
  })
}

function mergeStatement(deals: IncomingDeal[], locked: string[], { present, publish }: WriteOptions) {
  const given = ALL.filter((column) => present.has(column.replace(/^(category|platform)_id$/, '$1') as TemplateColumn))
  const columnsOf = (table: string, columns: string[]) =>
    sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
  const assignments = sql.join(given.map((column) => sql`${sql.ref(column)} = incoming.${sql.ref(column)}`))

  return sql<WrittenDeal>`
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(deals)}::json) as incoming (${SHAPE})
    ),
    former as materialized (
      select deals.id, deals.slug, deals.published, deals.status, has_new.pros as has_new_pros, has_new.cons as has_new_cons,
        row(${columnsOf('deals', given)}) is not distinct from row(${columnsOf('incoming', given)})
          and (deals.published or not ${publish}::boolean)
          and not has_new.pros and not has_new.cons as is_same
      from incoming join deals using (slug)
        cross join lateral (select ${hasNew('PRO')} as pros, ${hasNew('CON')} as cons) has_new
      where deals.id = any(${locked}::uuid[])
    ),
    created as (
      insert into deals (slug, published, ${sql.join(ALL.map((column) => sql.ref(column)))})
      select slug, ${publish}::boolean, ${columnsOf('incoming', ALL)} from incoming
      where slug not in (select slug from former)
      order by slug
      on conflict (slug) do nothing
      returning id, slug
    ),
    updated as (
      update deals set ${assignments},
        published = ${publish}::boolean, status = 'ACTIVE', version = deals.version + 1, updated_at = now()
      from incoming join former using (slug)
      where deals.id = former.id and not former.is_same
    ),
    lists as (
      select created.id, 'PRO'::pro_con_type as type, pros as entries, true as is_new from created join incoming using (slug)
      union all select created.id, 'CON', cons, true from created join incoming using (slug)
      union all select former.id, 'PRO', pros, false from former join incoming using (slug) where has_new_pros
      union all select former.id, 'CON', cons, false from former join incoming using (slug) where has_new_cons
    ),
    -- Entry by entry over what is there: places are replaced, those beyond the new end removed.
    shortened as (
      delete from deal_pros_cons using lists
      where not is_new and deal_id = lists.id and deal_pros_cons.type = lists.type and position >= cardinality(entries)
    ),
    listed as (
      insert into deal_pros_cons (deal_id, type, text, position)
      select id, type, entry, place - 1 from lists, unnest(entries) with ordinality _(entry, place)
      on conflict (deal_id, type, position) do update set text = excluded.text
    )
    select slug, 'created' as outcome, false as was_unpublished, false as was_reactivated from created
    union all
    select slug, case when is_same then 'unchanged' else 'updated' end,
      published and not is_same and not ${publish}::boolean, status <> 'ACTIVE' and not is_same
    from former`
}

/** True when the row brings entries of that type, and other ones than those that are stored. */
function hasNew(type: 'PRO' | 'CON'): RawBuilder<boolean> {
  const entries = sql.ref(type === 'PRO' ? 'incoming.pros' : 'incoming.cons')
  return sql`cardinality(${entries}) > 0 and ${entries} <> array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
}
