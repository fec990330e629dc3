import { Link } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { commissionLineInList } from '~/features/catalog/deals/commission'
import {
  type CardDeal,
  type DealSummary,
  isPastStatus,
  type ListedDeal,
  type OtherOffers,
} from '~/features/catalog/deals/deal'
import { DealState, DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { imageOf } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { ButtonLink } from '~/ui/button'
import { buttonClasses, iconButtonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'
import { Seal } from '~/ui/seal'
import { shorten } from '~/ui/shorten'
import { COMPARE_LIMIT, comparePath, type DealSearch, dealListPath } from './deal-filters'
import { DealPrice, PastPrice } from './deal-price'

// What the cards and rows of a list show of a deal. A member gets it twice, as HTML and as data, so nothing else is sent.

/** Fits two lines on the widest card; a longer summary would be sent 24 times and cut off by the browser. */
const SUMMARY_SHOWN = 160

export function toCards(deals: (DealSummary & Partial<OtherOffers> & { category?: string })[]): CardDeal[] {
  return deals.map(({ id: _id, category: _category, summary, ...shown }) => ({
    ...shown,
    summary: summary && shorten(summary, SUMMARY_SHOWN),
  }))
}

/** A deal as a row, with its category instead of the summary, the picture and what it saves. */
export type RowDeal = Omit<
  ListedDeal,
  'id' | 'summary' | 'picture' | 'original_price' | 'regular_price_period' | 'break_even_months'
>

export function toRows(deals: ListedDeal[]): RowDeal[] {
  return deals.map(
    ({
      id: _id,
      summary: _summary,
      picture: _picture,
      original_price: _price,
      regular_price_period: _period,
      break_even_months: _months,
      ...shown
    }) => shown,
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

/** A deal that can be bought, now or later, with its picture or engraving; a past one is quiet. */
export function DealCard({ deal, today, heading, leads }: DealCardProps) {
  if (isPastStatus(deal.shown_status)) return <QuietCard deal={deal} today={today} heading={heading} />
  const { slug, title, shown_status } = deal
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
        <CardTitle deal={deal} heading={heading} className="mt-2 text-title" />
        <CardSummary summary={deal.summary} />
        <CardRecord deal={deal} />
        <DealPrice deal={deal} />
        <div className="deal__action">
          <DetailsLink deal={deal} />
          <GetDealLink deal={deal} />
          <CompareLink deal={deal} />
        </div>
        <CommissionLine deal={deal} />
      </div>
    </article>
  )
}

/** Without a picture, and with what is known of the past. */
function QuietCard({ deal, today, heading }: Omit<DealCardProps, 'leads'>) {
  const { slug, title, review_count, change_count, other_offers } = deal
  return (
    <article className="deal deal--quiet">
      <div className="deal__body">
        <div className="deal__line">
          <DealStatusBadge status={deal.shown_status} />
          <AvailabilityDate deal={deal} today={today} form="card" />
        </div>
        <div className="mt-2.5 flex items-center gap-3">
          <Seal seed={slug} title={title} size="sm" />
          <div>
            <CardTitle deal={deal} heading={heading} className="text-h3 text-muted-foreground" />
          </div>
        </div>
        <CardSummary summary={deal.summary} />
        {review_count || change_count || other_offers ? <CardRecord deal={deal} /> : null}
        <PastPrice deal={deal} today={today} />
        <div className="deal__action">
          <DetailsLink deal={deal} size="sm" />
          <GetDealLink deal={deal} size="sm" />
        </div>
        <CommissionLine deal={deal} />
      </div>
    </article>
  )
}

type CardTitleProps = Pick<DealCardProps, 'deal' | 'heading'> & { className: string }

function CardTitle({ deal: { slug, title, vendor_name }, heading: Heading, className }: CardTitleProps) {
  return (
    <>
      <Heading className={`deal__title font-display leading-heading font-medium ${className}`}>
        <Link className="no-underline hover:underline" to={`/deals/${slug}`} discover="none">
          <bdi>{title}</bdi>
        </Link>
      </Heading>
      <p className="mt-1 text-small text-subtle-foreground">
        by <bdi>{vendor_name}</bdi>
      </p>
    </>
  )
}

function CardSummary({ summary }: { summary: string | null }) {
  if (!summary) return null
  return (
    <p className="mt-2.5 line-clamp-2 text-control leading-5.5 text-muted-foreground" dir="auto">
      {summary}
    </p>
  )
}

function CommissionLine({ deal }: { deal: CardDeal }) {
  const line = commissionLineInList(deal)
  return line ? <p className="mt-2 text-caption text-subtle-foreground">{line}</p> : null
}

function DetailsLink({ deal: { slug, title }, size }: { deal: CardDeal; size?: 'sm' }) {
  return (
    <ButtonLink to={`/deals/${slug}`} tone="secondary" size={size}>
      View Details
      <span className="sr-only">{`: ${title}`}</span>
    </ButtonLink>
  )
}

/** Its icons are drawn by the style sheet: written out, they were a tenth of a list's page. */
function CardRecord({ deal }: { deal: CardDeal }) {
  const { review_count, rating_average, change_count } = deal
  return (
    <p className="deal__record">
      {review_count > 0 && rating_average !== null ? (
        <span className="rated">{`${Number(rating_average).toFixed(1)} (${pluralize(review_count, 'review')})`}</span>
      ) : isPastStatus(deal.shown_status) ? null : (
        <span>No reviews yet</span>
      )}
      {change_count > 0 ? <span className="checked">{pluralize(change_count, 'verified change')}</span> : null}
      <OtherOffersLink deal={deal} />
    </p>
  )
}

type OtherOffersLinkProps = {
  deal: Partial<OtherOffers> & { slug: string; title: string }
  className?: string
}

/** "+4 other offers", or "+4 earlier offers" where all of them have ended; nothing without any. */
export function OtherOffersLink({ deal, className }: OtherOffersLinkProps) {
  const { slug, title, other_offers = 0, others_ended } = deal
  if (other_offers === 0) return null
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

/** The list of deals that a comparison is chosen from; undefined on other pages. */
export const ListSearch = createContext<DealSearch | undefined>(undefined)

type CompareLinkProps = {
  deal: { slug: string; title: string }
  /** A button with a text instead of one that is an icon. */
  isNamed?: boolean
}

/**
 * Adds a deal to those to compare, or drops it. The choice rides in the address of the list, until the script of
 * `enhance/compare` takes it over. Its icon comes from the style sheet: there are 48 of them on a page.
 */
export function CompareLink({ deal: { slug, title }, isNamed }: CompareLinkProps) {
  const search = useContext(ListSearch)
  const isChosen = search?.d.includes(slug)
  return (
    <a
      className={isNamed ? buttonClasses({ tone: 'ghost' }) : iconButtonClasses({})}
      data-compare={slug}
      data-chosen={isChosen ? '' : undefined}
      href={toggledPath(search, slug)}
      rel="nofollow"
      aria-label={isChosen ? `Remove ${title} from compare` : `Compare ${title}`}
    >
      {isNamed ? 'Compare' : null}
    </a>
  )
}

/** For a fifth deal the link opens the comparison, which says that it is full. */
function toggledPath(search: DealSearch | undefined, slug: string) {
  if (!search) return comparePath([slug])
  const { d } = search
  if (d.includes(slug)) return dealListPath({ ...search, d: d.filter((other) => other !== slug) })
  return d.length < COMPARE_LIMIT ? dealListPath({ ...search, d: [...d, slug] }) : comparePath([...d, slug])
}
