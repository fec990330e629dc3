import { findBookmark } from '~/features/audience/following/followed-deals.server'
import { pictureUrl } from '~/features/audience/seo/deal-picture.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { breadcrumbData, faqData, productData } from '~/features/audience/seo/structured-data.server'
import { toCards } from '~/features/catalog/deals/list/deal-card'
import {
  findShownDeal,
  listRelatedDeals,
  missingDeal,
  type PublishedDeal,
} from '~/features/catalog/deals/page/deal-page.server'
import { aboutDeal, renderDescription, withoutSummary } from '~/features/catalog/deals/page/description-format.server'
import { isSubscription } from '~/features/catalog/deals/regular-price'
import { fullSrc } from '~/features/catalog/pictures/picture'
import { isLowestPrice } from '~/features/catalog/price-history/price-history.server'
import { listOffers } from '~/features/catalog/products/offers.server'
import { findChangeFigures } from '~/features/contributions/change-logs/change-logs.server'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { findFreshness } from '~/features/staff/freshness/deal-notice.server'
import { absoluteUrl } from '~/http/page.server'
import { utcToday } from '~/http/utc-day'

/** What the page of a deal shows. Throws a redirect, 404 or 410 where there is none at this slug. */
export async function readDealPage(request: Request, slug: string) {
  const [found, user] = await Promise.all([findShownDeal(request, slug), findUser(request)])
  if (!found) throw await missingDeal(slug, request)

  const [related, head, freshness, isLowest, offers, bookmark, { overTime, refunds }, changes] = await Promise.all([
    listRelatedDeals(found),
    describeDeal(found),
    findFreshness(found, user?.id),
    isLowestPrice(found),
    listOffers(found.product_id),
    user && findBookmark(user.id, found.id),
    findReviewFigures(found.id),
    findChangeFigures(found.id),
  ])
  const { category, category_id, hero_image_url, updated_at, product_id, vendor, ...shown } = found
  const { pros_and_cons, faqs, plans, credit, ...deal } = shown
  const crumbs = breadcrumbsOf(found)
  const product = productData({ ...deal, image: absoluteUrl(fullSrc(deal.picture)) ?? head.image }, plans.plans)
  const structured = [
    ...(product ? [product] : []),
    breadcrumbData(crumbs),
    ...(faqs.length > 0 ? [faqData(faqs)] : []),
  ]
  return {
    deal: { ...deal, description: renderDescription(withoutSummary(deal)) },
    prosAndCons: pros_and_cons,
    faqs,
    related: toCards(related),
    crumbs,
    head,
    notice: freshness.notice,
    alternatives: freshness.alternatives,
    isLowest,
    offers,
    reports: freshness.reports,
    own: freshness.own,
    bookmark: user && (bookmark ?? null),
    credit,
    plans,
    figures: { owners: overTime.owners, checked: overTime.checked, changes, refunds },
    today: utcToday(),
    // Search engines are visitors.
    structured: deal.published && !user ? structured : [],
  }
}

/** From the list of deals down to the deal; the last one is the page itself. */
export function breadcrumbsOf({ slug, title, category }: Pick<PublishedDeal, 'slug' | 'title' | 'category'>) {
  const categories = category.parent ? [category.parent, category] : [category]
  return [
    { label: 'Deals', path: '/deals' },
    ...categories.map(({ name, slug }) => ({ label: name, path: `/categories/${slug}` })),
    { label: title, path: `/deals/${slug}` },
  ]
}

/** The head of a deal page; shared links show the generated image of the deal. */
export function describeDeal(deal: PublishedDeal) {
  const path = `/deals/${deal.slug}`
  return describePage(
    {
      title: `${deal.title} ${isLifetimeDeal(deal) ? 'lifetime deal' : 'deal'}`,
      description: aboutDeal(deal) ?? `${deal.title} by ${deal.vendor_name}: price, reviews and changes.`,
      path,
      image: pictureUrl(deal),
      isIndexed: deal.published,
      feeds: [{ type: 'rss', title: `${deal.title}: verified changes`, path: `${path}/changes.rss` }],
    },
    { type: 'DEAL', id: deal.id },
  )
}

/** Whether a deal is paid once and its terms or its own text call it a lifetime deal. */
const isLifetimeDeal = (deal: PublishedDeal) =>
  !isSubscription(deal) &&
  (deal.lifetime_means !== null ||
    [deal.title, deal.summary, deal.description].some((text) => /\blifetime\b/i.test(text ?? '')))
