import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { slugFromTitle, withNumber } from '~/features/catalog/deals/slug'
import type { RowErrors } from './csv-import'
import { DEAL_TYPES, failRows, incomingRows, KEY_COLUMNS } from './import-rows.server'

/** The rows with their vendor, as an id or the key of a new one. */
const incoming = (importId: string) => sql`
  incoming as materialized (
    select incoming."row", slug, has_slug, title, title_key, platform_id, link_key, cta_url, start_date, vendor_id,
      coalesce(vendor_id::text, name.key) as vendor
    from ${incomingRows({ importId }, IDENTIFYING)} as incoming
      cross join lateral (select left(coalesce(nullif(vendor_key, ''), lower(vendor_name)), 200) as key) as name
      left join vendor_names on vendor_names.key = name.key
  )`

const IDENTIFYING = Object.fromEntries(
  (['title', 'vendor_name', 'platform_id', 'cta_url', 'start_date', 'has_slug', ...KEY_COLUMNS] as const).map(
    (column) => [column, DEAL_TYPES[column]!],
  ),
)

/** The deal with the slug of each row, and whether the row is sure to be of it: by its slug cell, or because both agree. */
const identified = (importId: string) => sql`
  ${incoming(importId)},
  identified as materialized (
    select incoming.*, deals.id is not null as is_taken,
      has_slug or coalesce(deals.title_key = incoming.title_key and deals.platform_id = incoming.platform_id and (
        deals.vendor_id = incoming.vendor_id or deals.link_key = incoming.link_key or deals.cta_url = incoming.cta_url), false
      ) as is_known
    from incoming left join (select * from deals where slug = any(array(select slug from incoming))) as deals
      on deals.slug = incoming.slug
  )`

/**
 * Gives rows without a slug cell the slug of the deal that they update: one with the same normalized title and platform,
 * and the same vendor or link. Of several it is that of the same start date, else with the slug of the title, else the
 * latest.
 */
export async function matchDeals(trx: Trx, importId: string) {
  const agreeing = (column: string) => sql`
    select incoming."row", known.slug, incoming.start_date = known.start_date as is_same_day,
      incoming.slug = known.slug as is_same_slug, known.start_date
    from incoming join known using (title_key, platform_id, ${sql.ref(column)}) where not has_slug`
  await sql`
    with ${incoming(importId)},
    known as materialized (
      select slug, title_key, platform_id, vendor_id, link_key, cta_url, start_date from deals
      where title_key = any(array(select title_key from incoming where not has_slug))
    ),
    found as (
      select distinct on ("row") "row", slug
      from (${agreeing('vendor_id')} union all ${agreeing('link_key')} union all ${agreeing('cta_url')}) as agreeing
      order by "row", is_same_day desc, is_same_slug desc, start_date desc, slug
    )
    update import_rows set slug = found.slug from found
    where import_id = ${importId} and import_rows."row" = found."row" and import_rows.slug <> found.slug`.execute(trx)
}

/** Fails rows that are the same offer as a later one: both have its slug, or one has none and agrees with the other. */
export async function rejectRepeated(trx: Trx, importId: string): Promise<RowErrors[]> {
  const lastOf = (window: string) => sql`
    case when has_slug then max("row") filter (where not has_slug) over ${sql.ref(window)} else max("row") over ${sql.ref(window)} end`
  const { rows } = await sql<{ row: number; other: number; has_slug: boolean }>`
    with ${identified(importId)},
    compared as (
      select "row", has_slug, greatest(
        case when is_known then max("row") filter (where is_known) over by_slug end,
        ${lastOf('by_vendor')}, ${lastOf('by_address')}, case when link_key is not null then ${lastOf('by_link')} end) as other
      from identified
      window by_slug as (partition by slug), by_vendor as (partition by title_key, platform_id, vendor),
        by_address as (partition by title_key, platform_id, cta_url),
        by_link as (partition by title_key, platform_id, link_key)
    )
    select "row", other, has_slug from compared where other > "row" order by "row"`.execute(trx)
  const failed = rows.map(({ row, other, has_slug }) => {
    const message = `The same offer is in row ${other}.${has_slug ? '' : ' Give each a slug to import both.'}`
    return { row, errors: [{ column: 'row', message, cause: 'The same offer is in this file twice.' }] }
  })
  return failRows(trx, importId, failed)
}

/** Gives rows of new deals a free slug where that of their title is taken, as the editor does. */
export async function assignFreeSlugs(trx: Trx, importId: string) {
  const { rows } = await sql<{ row: number; title: string }>`
    with ${identified(importId)},
    ranked as (
      select "row", title, is_known, is_taken, slug, row_number() over (partition by slug order by is_known desc, "row") as rank
      from identified
    )
    select "row", ranked.title from ranked left join deal_redirects using (slug)
    where not is_known and (is_taken or rank > 1 or deal_redirects.deal_id is not null) order by "row"`.execute(trx)
  const free = new FreeSlugs(trx, importId)
  const slugs: string[] = []
  for (const { title } of rows) slugs.push(await free.next(slugFromTitle(title)))
  await sql`
    update import_rows set slug = given.slug
    from unnest(${rows.map(({ row }) => row)}::int4[], ${slugs}::text[]) as given ("row", slug)
    where import_id = ${importId} and import_rows."row" = given."row"`.execute(trx)
}

const AT_A_TIME = 50

/** Numbered slugs that no deal and no other row has, each given once. */
class FreeSlugs {
  #tried = new Map<string, { number: number; free: string[] }>()
  #given = new Set<string>()

  constructor(
    private trx: Trx,
    private importId: string,
  ) {}

  async next(base: string): Promise<string> {
    const tried = this.#tried.get(base) ?? { number: 1, free: [] }
    this.#tried.set(base, tried)
    for (;;) {
      const slug = tried.free.shift()
      if (slug === undefined) {
        tried.free = await this.#listFree(Array.from({ length: AT_A_TIME }, () => withNumber(base, ++tried.number)))
      } else if (!this.#given.has(slug)) {
        this.#given.add(slug)
        return slug
      }
    }
  }

  async #listFree(candidates: string[]) {
    const { rows } = await sql<{ slug: string }>`
      select slug from deals where slug = any(${candidates}::text[])
      union all select slug from deal_redirects where slug = any(${candidates}::text[]) and deal_id is not null
      union all select slug from import_rows
      where import_id = ${this.importId} and slug = any(${candidates}::text[])`.execute(this.trx)
    const taken = new Set(rows.map(({ slug }) => slug))
    return candidates.filter((slug) => !taken.has(slug))
  }
}
