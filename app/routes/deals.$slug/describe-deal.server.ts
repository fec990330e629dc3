import { pictureUrl } from '~/features/audience/seo/deal-picture.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { aboutDeal } from '~/features/catalog/deals/page/description-format.server'
import { isSubscription } from '~/features/catalog/deals/regular-price'

/** Whether a deal is paid once and its terms or its own text call it a lifetime deal. */
const isLifetimeDeal = (deal: PublishedDeal) =>
  !isSubscription(deal) &&
  (deal.lifetime_means !== null ||
    [deal.title, deal.summary, deal.description].some((text) => /\blifetime\b/i.test(text ?? '')))

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
