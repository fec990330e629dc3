import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { holdsTerms, type SearchTerm, splitWords } from '~/db/search-terms.server'
import { orderDeals, shelfRank } from './deal-order.server'
import {
  type DealFilter,
  publishedConditions,
  type ResolvedFilter,
  SEARCH_TEXT,
  selectDeals,
  TITLE_AND_VENDOR,
} from './deal-query.server'

/**
 * One page of a text search, best match first: the title equals the text, begins with it, contains every word, the
 * vendor contains them, then the rest; within each group as "Open first".
 *
 * Of more than `limit` hits it ranks the newest `limit` and the newest `limit` whose title or vendor match, which each
 * come from an index; ranking all hits of a frequent word would read a part of the table.
 */
export async function findBestMatches(
  filter: DealFilter,
  resolved: ResolvedFilter,
  { offset, pageSize, limit }: { offset: number; pageSize: number; limit: number },
): Promise<{ ids: string[]; counted: number }> {
  const conditions = publishedConditions(filter, resolved)
  const newest = (text: typeof SEARCH_TEXT) =>
    orderDeals(
      selectDeals(conditions, text, resolved.terms).select([
        'deals.id',
        'title',
        'vendor_name',
        'created_at',
        'status',
        'start_date',
        'end_date',
        'seen_on',
      ]),
      'newest',
    ).limit(limit)
  // A word of one or two letters has no trigram, so searching titles for it would read all of them.
  const isIndexed = resolved.terms.every(({ hasTrigrams }) => hasTrigrams)
  const byTitle = isIndexed ? sql`union (${newest(TITLE_AND_VENDOR)})` : sql``
  const { rows } = await sql<{ ids: string[]; counted: number }>`
    with hits as materialized (${newest(SEARCH_TEXT)}),
    deals as materialized (select * from hits ${byTitle})
    select (select count(*) from hits) as counted, array(
      select id from deals
      order by ${rankOf(filter.q, resolved.terms)}, ${shelfRank()}, created_at desc, id desc
      offset ${offset} limit ${pageSize}) as ids`.execute(db)
  return rows[0]!
}

function rankOf(q: string, terms: SearchTerm[]) {
  const title = sql`fold_case(title)`
  const phrase = sql`fold_case(${splitWords(q).join(' ')})`
  return sql`case
    when ${title} = ${phrase} then 0
    when starts_with(${title}, ${phrase}) then 1
    when ${holdsTerms(title, terms)} then 2
    when ${holdsTerms(sql`fold_case(vendor_name)`, terms)} then 3
    else 4 end`
}
