import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { recordPresentPrice } from '~/features/catalog/price-history/correct-price-history.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { COMBINED_TABLES, combineRecords, LEFT_TABLES, MOVED_TABLES } from './deal-records.server'
import { countSql, type MergeKind, type MergeRow } from './merge-kind.server'

type DealRow = MergeRow & {
  product_id: string
  published: boolean
  platform: string
  shown_status: ShownStatus
  deal_price: string | null
  currency: string
  end_date: string | null
}

const clicks = sql`click_targets join click_events on click_events.deal_id = click_targets.id
  where click_targets.deal_id = deals.id`

const countOf = (label: string, noun: string, rows: RawBuilder<unknown>) => ({
  label,
  of: countSql(rows),
  moves: (count: number) => pluralize(count, noun),
})

export const dealKind: MergeKind<DealRow> = {
  kind: 'deal',
  plural: 'deals',
  same: 'offer',
  table: 'deals',
  moves: MOVED_TABLES.map((table) => [table, 'deal_id'] as const),
  combines: COMBINED_TABLES,
  leaves: LEFT_TABLES,
  redirects: { table: 'deal_redirects', column: 'deal_id', name: 'title' },
  columns: sql`deals.published, deals.product_id, deals.deal_price, deals.currency, deals.end_date,
    platforms.name as platform, ${shownStatus()} as shown_status`,
  joins: sql`join platforms on platforms.id = deals.platform_id`,
  counts: {
    reviews: countOf('Reviews', 'review', sql`reviews where deal_id = deals.id`),
    comments: countOf('Comments', 'comment', sql`comments where deal_id = deals.id`),
    change_logs: countOf('Change reports', 'change report', sql`change_logs where deal_id = deals.id`),
    bookmarks: countOf('Bookmarks', 'bookmark', sql`bookmarks where deal_id = deals.id`),
    price_points: countOf('Price points', 'price point', sql`deal_price_points where deal_id = deals.id`),
    clicks: countOf('Clicks', 'click', clicks),
  },
  async lock(trx, id, into) {
    await lockNewProducts(trx)
    // Waits for reviews and comments that are being added to one of them. Later ones find the deal that stays.
    await trx.selectFrom('deals').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute()
  },
  findProblem: (from, into) =>
    from.published && !into.published
      ? 'The deal that would stay is a draft, and the other one is public. Keep the public one, or publish this one first.'
      : undefined,
  async beforeMove(trx, from, into) {
    await combineRecords(trx, from.id, into.id)
    // Both are the same offer, so the newer confirmation is that of the deal that stays.
    await trx
      .updateTable('deals as into')
      .from('deals as gone')
      .set((eb) => ({ found_on: eb.ref('gone.confirmed_on') }))
      .where('into.id', '=', into.id)
      .where('gone.id', '=', from.id)
      .where(({ eb, or, ref }) =>
        or([eb('into.confirmed_on', 'is', null), eb('gone.confirmed_on', '>', ref('into.confirmed_on'))]),
      )
      .execute()
    return undefined
  },
  remove: (trx, id) => removeDeals(trx, [id]),
  async afterMove(trx, { id }) {
    // The other deal's last price may have been recorded later.
    await recordPresentPrice(trx, id)
    await trx.updateTable('deals').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
  },
  head: ({ published, shown_status, slug }) =>
    published ? { notes: [], status: shown_status, path: `/deals/${slug}`, isLinked: true } : { notes: ['Draft'] },
  async describe(from, into) {
    const both = await countBoth(from.id, into.id)
    // Facts of the deal that stays do not change.
    const fact = (what: string, of: (row: DealRow) => string) => ({
      what,
      stays: of(into),
      goes: of(from),
      after: of(into),
    })
    const reviewed = `${pluralize(both.reviews, 'person', 'people')} reviewed both. The newer review counts, the older one becomes its earlier version.`
    return {
      both,
      facts: [
        fact('Deal price', (row) =>
          row.deal_price === null ? 'Not listed' : formatMoney(row.deal_price, row.currency),
        ),
        fact('Platform', (row) => row.platform),
        fact('Ends', (row) => (row.end_date ? formatDate(row.end_date) : 'Not stated')),
      ],
      stays: {
        icon: 'history',
        title: 'Stays as history',
        lines: [
          both.reviews > 0 ? reviewed : 'No one reviewed both',
          'Text, price and picture of the deal that stays do not change',
        ],
      },
      deleted: ['Pros, cons, questions, the link and the SEO entry of the deal that goes'],
    }
  },
  others: {
    label: 'Deals that may be the same offer',
    columns: ['Deal', 'Platform', 'Start date', 'Product'],
    joins: sql`join platforms on platforms.id = other.platform_id`,
    cells: sql`array[platforms.name, to_char(other.start_date, 'FMDD Mon YYYY'),
      case when other.product_id = this.product_id then 'Same product' else 'Another product' end
        || case when other.published then '' else ', draft' end]`,
    // As in the index on titles and vendors.
    text: sql`other.title || E'\\x1f' || other.vendor_name`,
    suggested: sql`(other.product_id = this.product_id or other.title_key = this.title_key and other.title_key <> '')`,
  },
}

/** People who did the same with both deals, so that less than the sum remains. */
async function countBoth(id: string, into: string) {
  const both = (table: 'reviews' | 'bookmarks') => sql`(
    select count(*) from ${sql.table(table)} as gone join ${sql.table(table)} as other using (user_id)
    where gone.deal_id = ${id} and other.deal_id = ${into})`
  const { rows } = await sql<{ reviews: number; bookmarks: number }>`
    select ${both('reviews')} as reviews, ${both('bookmarks')} as bookmarks`.execute(db)
  return rows[0]!
}
