import { db } from '~/db/database.server'
import { dealCardColumns } from '~/features/catalog/deals/list/deal-card.server'
import { COMPARE_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { LINK_COLUMNS, withCommission } from '~/features/catalog/deals/outbound-urls.server'
import { isSlug } from '~/http/params'
import type { LeftOut } from './compare'

/**
 * The published deals with these slugs, in this order and at most four of them. A former slug finds the deal that had it.
 *
 * @returns also the slugs that are left out, with the reason
 */
export async function findCompared(named: string[]) {
  const slugs = named.filter(isSlug)
  const [current, former] = slugs.length === 0 ? [[], []] : await Promise.all([listBySlug(slugs), listFormer(slugs)])
  const moved = new Map(former.map(({ former, slug }) => [former, slug]))
  const deals: ComparedDeal[] = []
  const leftOut: LeftOut[] = []
  for (const slug of named) {
    const deal = current.find((one) => one.slug === slug) ?? current.find((one) => one.slug === moved.get(slug))
    if (!deal) leftOut.push({ slug, reason: 'unknown' })
    else if (deals.includes(deal)) leftOut.push({ slug, reason: 'repeated' })
    else if (deals.length === COMPARE_LIMIT) leftOut.push({ slug, reason: 'too many' })
    else deals.push(deal)
  }
  return { deals, leftOut }
}

export type ComparedDeal = Awaited<ReturnType<typeof listBySlug>>[number]

/** What a comparison says about deals from their own rows; by a current or a former slug. */
async function listBySlug(slugs: string[]) {
  const deals = await db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .innerJoin('vendors', 'vendors.id', 'deals.vendor_id')
    .select([
      ...dealCardColumns(),
      ...LINK_COLUMNS,
      'deals.regular_price_period',
      'deals.break_even_months',
      'deals.lifetime_means',
      'deals.refund_days',
      'deals.refund_from',
      'deals.redeem_days',
      'deals.stackable',
      'deals.max_codes',
      'deals.transferable',
      'deals.future_versions',
      'deals.shutdown_notice',
      'platforms.name as platform_name',
      'platforms.refund_days as platform_refund_days',
      'platforms.refund_from as platform_refund_from',
      'platforms.buyer_protection',
      'vendors.status as vendor_status',
    ])
    .where('deals.published', '=', true)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('deals.slug', 'in', slugs),
        eb(
          'deals.id',
          'in',
          selectFrom('deal_redirects').select('deal_id').where('slug', 'in', slugs).where('deal_id', 'is not', null),
        ),
      ]),
    )
    .execute()
  return withCommission(deals)
}

async function listFormer(slugs: string[]) {
  return db
    .selectFrom('deal_redirects')
    .innerJoin('deals', 'deals.id', 'deal_redirects.deal_id')
    .select(['deal_redirects.slug as former', 'deals.slug'])
    .where('deal_redirects.slug', 'in', slugs)
    .execute()
}
