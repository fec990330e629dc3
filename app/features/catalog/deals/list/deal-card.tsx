import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import {
  type CardDeal,
  type DealSummary,
  isPastStatus,
  type ListedDeal,
  type OtherOffers,
  vendorLine,
} from '~/features/catalog/deals/deal'
import { DealState } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { imageOf } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { ButtonLink } from '~/ui/button'
import { buttonClasses, iconButtonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import { comparePath } from './deal-filters'
import { DealPrice } from './deal-price'

// What the cards and rows of a list show of a deal. A member gets it twice, as HTML and as data, so nothing else is
// sent.

/** Fits two lines on the widest card; a longer summary would be sent 24 times and cut off by the browser. */
const SUMMARY_SHOWN = 160
/** Fits one line. */
const PAST_SUMMARY_SHOWN = 120

function shownSummary({ summary, shown_status }: Pick<DealSummary, 'summary' | 'shown_status'>) {
  return summary && shorten(summary, isPastStatus(shown_status) ? PAST_SUMMARY_SHOWN : SUMMARY_SHOWN)
}

export function toCards(deals: (DealSummary & Partial<OtherOffers> & { category?: string })[]): CardDeal[] {
  return deals.map(({ id: _id, category: _category, change_count: _changes, ...deal }) => ({
    ...deal,
    summary: shownSummary(deal),
  }))
}

/** A deal as a row, with its category instead of the picture and what it saves. Only past ones have a summary. */
export type RowDeal = Omit<
  ListedDeal,
  'id' | 'picture' | 'original_price' | 'regular_price_period' | 'break_even_months' | 'change_count' | 'summary'
> & { summary?: string | null }

export function toRows(deals: ListedDeal[]): RowDeal[] {
  return deals.map(
    ({
      id: _id,
      picture: _picture,
      original_price: _price,
      regular_price_period: _period,
      break_even_months: _months,
      change_count: _changes,
      summary,
      ...deal
    }) => (isPastStatus(deal.shown_status) ? { ...deal, summary: shownSummary({ ...deal, summary }) } : deal),
  )
}

/** Only rows name their category. */
export function isRows(deals: CardDeal[] | RowDeal[]): deals is RowDeal[] {
  return deals.some((deal) => 'category' in deal)
}

type DealCardProps = {
  deal: CardDeal
  /** The day on which the deals are shown, see `utcToday`. */
  today: string
  /** One level below the list's heading. */
  heading: 'h2' | 'h3'
  /** Marks the first card of a page, whose image loads first. */
  leads?: boolean
}

/** How wide the grid lays out a card. */
const SIZES = '(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 100vw'

/** A deal that can be bought, now or later, with its picture or engraving. */
export function DealCard({ deal, today, heading: Heading, leads }: DealCardProps) {
  const { slug, title, shown_status, summary } = deal
  const vendor = vendorLine(deal)
  return (
    <article className="deal">
      <div className="deal__media">
        <Artwork image={imageOf(deal.picture, SIZES, 960)} seed={slug} title={title} leads={leads} />
      </div>
      <div className="deal__body">
        <div className="deal__line">
          <DealState deal={deal} />
          <AvailabilityDate deal={deal} today={today} form="card" isUrgent={shown_status === 'ENDING_SOON'} />
        </div>
        <Heading className="deal__title mt-2 text-title">
          <Link className="no-underline hover:underline" to={`/deals/${slug}`} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </Heading>
        {vendor ? (
          <p className="mt-1 text-small text-subtle-foreground">
            by <bdi>{vendor}</bdi>
          </p>
        ) : null}
        {summary ? (
          <p className="mt-2 line-clamp-2 text-control leading-5.5 text-muted-foreground" dir="auto">
            {summary}
          </p>
        ) : null}
        <CardRecord deal={deal} />
        <DealPrice deal={deal} />
        <div className="deal__action">
          <ButtonLink to={`/deals/${slug}`} tone="ghost">
            View Details
            <span className="sr-only">{`: ${title}`}</span>
          </ButtonLink>
          <GetDealLink deal={deal} />
          <CompareLink deal={deal} />
        </div>
      </div>
    </article>
  )
}

/** Its icon is drawn by the style sheet: written out, such icons were a tenth of a list's page. */
function CardRecord({ deal }: { deal: CardDeal }) {
  const { review_count, rating_average, other_offers, history } = deal
  const isRated = review_count > 0 && rating_average !== null
  if (!isRated && !other_offers) return null
  return (
    <p className="deal__record">
      {isRated ? (
        <span className="rated">{`${Number(rating_average).toFixed(1)} (${pluralize(review_count, 'review')})`}</span>
      ) : null}
      {history ? <span>{history}</span> : null}
      <OtherOffersLink deal={deal} />
    </p>
  )
}

type OtherOffersLinkProps = {
  deal: Partial<OtherOffers> & { slug: string; title: string }
  className?: string
}

/**
 * "+4 other offers", or "+4 earlier offers" where all of them have ended and no history says so; nothing without any.
 */
export function OtherOffersLink({ deal, className }: OtherOffersLinkProps) {
  const { slug, title, other_offers = 0, others_ended, history } = deal
  if (other_offers === 0 || (others_ended && history)) return null
  return (
    <Link
      className={classes('text-foreground decoration-border-strong', className)}
      to={`/deals/${slug}#offers`}
      discover="none"
    >
      {`+${pluralize(other_offers, others_ended ? 'earlier offer' : 'other offer')}`}
      <span className="sr-only">{` of ${title}`}</span>
    </Link>
  )
}

type CompareLinkProps = {
  deal: { slug: string; title: string }
  /** A button with a text instead of one that is an icon. */
  isNamed?: boolean
}

/**
 * Leads to the comparison with this deal, until the script of `enhance/compare` makes it a switch. Its icon comes from
 * the style sheet: there are 48 of them on a page.
 */
export function CompareLink({ deal: { slug, title }, isNamed }: CompareLinkProps) {
  return (
    <a
      className={isNamed ? buttonClasses({ tone: 'ghost' }) : iconButtonClasses({})}
      data-compare={slug}
      href={comparePath([slug])}
      rel="nofollow"
      aria-label={`Compare ${title}`}
    >
      {isNamed ? 'Compare' : null}
    </a>
  )
}
