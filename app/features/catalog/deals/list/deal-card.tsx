import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { Artwork } from '~/ui/artwork'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { imageSrc } from '~/ui/image-src'
import { pluralize } from '~/ui/pluralize'
import { CompareLink } from './compare-link'
import { DealPrice } from './deal-price'
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

/** A deal without a picture has a band with its initials, as high as the pictures beside it; alone it is low. */
export function DealCard({ deal, today, heading: Heading, leads }: DealCardProps) {
  const { slug, title, shown_status } = deal
  const path = `/deals/${slug}`
  const picture = imageSrc(deal.hero_image_url) ?? null
  return (
    <article className="deal">
      <div
        className={classes(
          picture ? 'deal__media' : 'deal__band',
          shown_status === 'EXPIRED' && 'opacity-75 [filter:grayscale(0.85)]',
        )}
      >
        <Artwork src={picture} seed={slug} title={title} leads={leads} />
      </div>
      <div className="deal__body">
        <div className="flex min-h-6 items-center justify-between gap-3 text-caption text-muted-foreground">
          <DealStatusBadge status={shown_status} />
          <AvailabilityDate deal={deal} today={today} isUrgent={shown_status === 'ENDING_SOON'} />
        </div>
        <Heading className="deal__title mt-2 font-display text-title leading-heading font-medium">
          <Link className="no-underline hover:underline" to={path} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </Heading>
        <p className="mt-1 text-small text-subtle-foreground">
          by <bdi>{deal.vendor_name}</bdi>
        </p>
        {deal.summary ? (
          <p className="mt-2.5 line-clamp-2 text-control leading-5.5 text-muted-foreground" dir="auto">
            {deal.summary}
          </p>
        ) : null}
        <CardRecord deal={deal} />
        <DealPrice deal={deal} />
        <div className="deal__action">
          <ButtonLink to={path} tone="secondary">
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

/** Its icons are drawn by the style sheet: written out, they were a tenth of a list's page. */
function CardRecord({ deal }: { deal: CardDeal }) {
  const { review_count, rating_average, change_count } = deal
  return (
    <p className="deal__record">
      {review_count > 0 && rating_average !== null ? (
        <span className="rated">{`${Number(rating_average).toFixed(1)} (${pluralize(review_count, 'review')})`}</span>
      ) : (
        <span>No reviews yet</span>
      )}
      {change_count > 0 ? <span className="checked">{pluralize(change_count, 'verified change')}</span> : null}
      <OtherOffersLink deal={deal} />
    </p>
  )
}
