import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DealStatus } from '~/features/deals/deal'
import { removeDeals } from '~/features/deals/manage-apply.server'
import { shownStatus } from '~/features/deals/shown-status.server'
import { recordPresentPrice } from '~/features/price-history/correct-price-history.server'
import { lockNewProducts } from '~/features/products/lock-new-products.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { COMBINED_TABLES, combineRecords, LEFT_TABLES, MOVED_TABLES } from './deal-records.server'
import { countRows, type MergeKind, type MergeRow, moving, redirecting } from './merge-kind.server'
import { canMerge } from './merging'

const COUNTS = {
  reviews: 'Reviews',
  comments: 'Comments',
  change_logs: 'Change reports',
  bookmarks: 'Bookmarks',
  price_points: 'Price points',
  clicks: 'Clicks',
}

type DealRow = MergeRow & {
  product_id: string
  published: boolean
  platform: string
  shown_status: DealStatus
  deal_price: string | null
  currency: string
  end_date: string | null
} & Record<keyof typeof COUNTS, number>

export const dealKind: MergeKind<DealRow> = {
  kind: 'deal',
  plural: 'deals',
  same: 'offer',
  table: 'deals',
  moves: MOVED_TABLES.map((table) => [table, 'deal_id'] as const),
  combines: COMBINED_TABLES,
  leaves: LEFT_TABLES,
  redirects: { table: 'deal_redirects', column: 'deal_id', name: 'title' },
  counts: COUNTS,
  async find(executor, id) {
    const { rows } = await sql<DealRow>`
      select deals.id, title as name, deals.slug, published, platforms.name as platform, deal_price, currency, end_date,
        product_id, ${shownStatus()} as shown_status,
        case when published then array[deals.slug] else '{}' end
          || array(select slug from deal_redirects where deal_id = deals.id order by slug) as slugs,
        (select count(*) from reviews where deal_id = deals.id) as reviews,
        (select count(*) from comments where deal_id = deals.id) as comments,
        (select count(*) from change_logs where deal_id = deals.id) as change_logs,
        (select count(*) from bookmarks where deal_id = deals.id) as bookmarks,
        (select count(*) from deal_price_points where deal_id = deals.id) as price_points,
        (
          select count(*) from click_targets join click_events on click_events.deal_id = click_targets.id
          where click_targets.deal_id = deals.id
        ) as clicks
      from deals join platforms on platforms.id = platform_id where deals.id = ${id}`.execute(executor)
    return rows[0]
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
    return {
      rows: [
        fact('Deal price', (row) =>
          row.deal_price === null ? 'Not listed' : formatMoney(row.deal_price, row.currency),
        ),
        fact('Platform', (row) => row.platform),
        fact('Ends', (row) => (row.end_date ? formatDate(row.end_date) : 'Not stated')),
        ...countRows(COUNTS, from, into, both),
      ],
      fates: [
        moving([
          pluralize(from.reviews - both.reviews, 'review'),
          pluralize(from.comments, 'comment'),
          pluralize(from.change_logs, 'change report'),
          pluralize(from.bookmarks - both.bookmarks, 'bookmark'),
          pluralize(from.clicks, 'click'),
          pluralize(from.price_points, 'price point'),
        ]),
        {
          icon: 'history',
          title: 'Stays as history',
          lines: [
            both.reviews > 0
              ? `${pluralize(both.reviews, 'person', 'people')} reviewed both. The newer review counts, the older one becomes its earlier version.`
              : 'No one reviewed both',
            'Text, price and picture of the deal that stays do not change',
          ],
        },
        redirecting('deals', from, into, [
          'Pros, cons, questions, the link and the SEO entry of the deal that goes are deleted',
        ]),
      ],
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
    possible: (user) => (canMerge(user, 'deal') ? sql`true` : sql`other.product_id = this.product_id`),
  },
}

/** People who did the same with both deals, so that less than the sum remains. */
async function countBoth(id: string, into: string) {
  const { rows } = await sql<{ reviews: number; bookmarks: number }>`
    select
      (
        select count(*) from reviews join reviews as other using (user_id)
        where reviews.deal_id = ${id} and other.deal_id = ${into}
      ) as reviews,
      (
        select count(*) from bookmarks join bookmarks as other using (user_id)
        where bookmarks.deal_id = ${id} and other.deal_id = ${into}
      ) as bookmarks`.execute(db)
  return rows[0]!
}
