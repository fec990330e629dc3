import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { formatCount, pluralize } from '~/ui/pluralize'
import { formatList } from './row-warnings.server'

/** The most rows to list in a sentence. */
const NAMED_MATCHES = 5
/** How many new rows are searched for near matches. The others are compared after the import, like all new products. */
const COMPARED_ROWS = 2_000

/** How many deals of its vendor and of its link a new row is compared with at most. */
const COMPARED_DEALS = 200
const SIMILAR = 0.6

type Matches = { count: number; rows: { row: number; name: string }[] }

/** Rows of new deals, with the names of the products that they match. */
export type ProductMatches = {
  /** They become further offers of a product that is stored or that an earlier row starts. */
  joining: Matches
  /** They start a product although the vendor or the site has one with a similar name. */
  similar: Matches
  /** They have the platform and the start date of another offer of their product. */
  repeating: Matches
  /** How many rows start a product, of which only the first `COMPARED_ROWS` were searched for near matches. */
  starting: number
}

/**
 * Which staged rows of new deals join a product, look like one or repeat an offer, by the rules of `joinProducts`. The
 * query runs in a long transaction, before the deals are written.
 */
export async function findProductMatches(trx: Trx, importId: string): Promise<ProductMatches> {
  const { rows } = await sql<{ matches: ProductMatches }>`
    with staged as materialized (
      select staging."row", slug, title, title_key, link_key, platform_id, start_date,
        left(coalesce(nullif(vendor_key, ''), lower(vendor_name)), 200) as vendor, vendor_id
      from import_staging as staging
        left join vendor_names on vendor_names.key = left(coalesce(nullif(vendor_key, ''), lower(vendor_name)), 200)
      where import_id = ${importId}
    ),
    incoming as materialized (
      select * from staged
      where not exists (select from deals where slug = any(array(select slug from staged)) and deals.slug = staged.slug)
    ),
    known as materialized (
      select id, slug, title_key, vendor_id, link_key, product_id from deals
      where title_key = any(array(select title_key from incoming)) and title_key <> ''
    ),
    stored as materialized (
      select distinct on ("row") "row", product_id
      from (
        select "row", product_id from incoming join known using (title_key, vendor_id)
        union all select "row", product_id from incoming join known using (title_key, link_key)
      ) as found
      order by "row", product_id
    ),
    in_file as materialized (
      select incoming.*,
        least(min("row") over by_vendor, case when link_key is not null then min("row") over by_link end) as first_row,
        least(min("row") over offer_of_vendor, case when link_key is not null then min("row") over offer_of_link end)
          as first_offer
      from incoming
      window by_vendor as (partition by title_key, vendor), by_link as (partition by title_key, link_key),
        offer_of_vendor as (partition by title_key, vendor, platform_id, start_date),
        offer_of_link as (partition by title_key, link_key, platform_id, start_date)
    ),
    joining as (
      select in_file."row", coalesce(products.name, first.title) as name
      from in_file left join stored using ("row") left join products on products.id = stored.product_id
        left join incoming as first on first."row" = in_file.first_row
      where stored.product_id is not null or in_file.first_row < in_file."row"
    ),
    starting as materialized (
      select in_file.* from in_file left join stored using ("row")
      where product_id is null and first_row = in_file."row"
    ),
    alike as (
      select starting."row", nearest.name
      from (select * from starting order by "row" limit ${COMPARED_ROWS}) as starting
        cross join lateral (
          select products.name
          from (
            (select product_id, title_key from deals where vendor_id = starting.vendor_id limit ${COMPARED_DEALS})
            union all
            (select product_id, title_key from deals where link_key = starting.link_key limit ${COMPARED_DEALS})
          ) as other join products on products.id = other.product_id
          where similarity(other.title_key, starting.title_key) >= ${SIMILAR}
          order by similarity(other.title_key, starting.title_key) desc, products.name limit 1
        ) as nearest
    ),
    repeating as (
      select in_file."row", in_file.title as name
      from in_file left join stored using ("row")
      where first_offer < in_file."row" or exists (
        select from deals
        where product_id = any(array(select product_id from stored)) and deals.product_id = stored.product_id
          and deals.platform_id = in_file.platform_id and deals.start_date = in_file.start_date)
    )
    select jsonb_build_object(
      'joining', ${firstOf('joining')}, 'similar', ${firstOf('alike')}, 'repeating', ${firstOf('repeating')},
      'starting', (select count(*) from starting)) as matches`.execute(trx)
  return rows[0]!.matches
}

function firstOf(matches: string) {
  return sql`(
    select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(jsonb_build_object('row', "row", 'name', name)
      order by "row") filter (where rank <= ${NAMED_MATCHES}), '[]'))
    from (select "row", name, row_number() over (order by "row") as rank from ${sql.table(matches)}) as numbered)`
}

/** One sentence for each kind, without a full stop. */
export function describeProductMatches(matches: ProductMatches | null): string[] {
  const sentences: string[] = []
  if (!matches) return sentences
  const { joining, similar, repeating, starting } = matches
  if (joining.count > 0) {
    const verb = joining.count === 1 ? 'joins' : 'join'
    const subject = pluralize(joining.count, 'new deal')
    sentences.push(`${subject} ${verb} a product as a further offer: ${list(joining)}`)
  }
  if (similar.count > 0) {
    const subject =
      starting > COMPARED_ROWS
        ? `Of the first ${formatCount(COMPARED_ROWS)} new products, ${formatCount(similar.count)}`
        : pluralize(similar.count, 'new product')
    const verb = similar.count === 1 ? 'looks' : 'look'
    sentences.push(`${subject} ${verb} like one of the same vendor or link: ${list(similar)}`)
  }
  if (repeating.count > 0) {
    const subject = pluralize(repeating.count, 'likely duplicate')
    sentences.push(`${subject}, with the platform and start date of another offer of the product: ${list(repeating)}`)
  }
  return sentences
}

const list = ({ count, rows }: Matches) =>
  formatList(
    rows.map(({ row, name }) => `row ${row} (${name})`),
    count,
  )
