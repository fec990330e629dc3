import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { commissionLineInList } from '~/features/catalog/deals/commission'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { imageOf } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { ButtonLink } from '~/ui/button'
import { pluralize } from '~/ui/pluralize'
import { Seal } from '~/ui/seal'
import { CompareLink } from './compare-link'
import { DealPrice, PastPrice } from './deal-price'
import type { CardDeal } from './listed-deal'
import { OtherOffersLink } from './other-offers'

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
          <DealStatusBadge status={shown_status} />
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
