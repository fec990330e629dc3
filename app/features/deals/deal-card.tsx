import { Link } from '@remix-run/react'
import { Artwork } from '~/ui/artwork'
import { ButtonLink } from '~/ui/button'
import { LocalDate } from '~/ui/local-date'
import { outsideUrl } from '~/ui/outside-url'
import { pluralize } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import type { DealSummary as Deal } from './deal'
import { DealPrice } from './deal-price'
import { DealStatusBadge } from './deal-status-badge'
import { GetDealLink } from './get-deal-link'

/** Fits two lines on the widest card; a longer summary would be sent 24 times and cut off by the browser. */
const SUMMARY_SHOWN = 160

type DealCardProps = { deal: Deal; heading: 'h2' | 'h3'; leads?: boolean }

/** `heading` is one level below the list's heading; `leads` marks the first card of a page, whose image loads first. */
export function DealCard({ deal, heading: Heading, leads }: DealCardProps) {
  const { slug, title, shown_status } = deal
  const path = `/deals/${slug}`
  return (
    <article className={shown_status === 'EXPIRED' ? 'deal deal--closed' : 'deal'}>
      <div className="deal__media">
        <Artwork src={outsideUrl(deal.hero_image_url) ?? null} seed={slug} title={title} leads={leads} />
      </div>
      <div className="deal__body">
        <div className={shown_status === 'ENDING_SOON' ? 'deal__meta deal__meta--warn' : 'deal__meta'}>
          <DealStatusBadge status={shown_status} />
          <CardDate deal={deal} />
        </div>
        <Heading className="deal__title">
          <Link to={path} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </Heading>
        <p className="deal__vendor">
          by <bdi>{deal.vendor_name}</bdi>
        </p>
        {deal.summary ? (
          <p className="deal__sum" dir="auto">
            {shorten(deal.summary, SUMMARY_SHOWN)}
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
        </div>
      </div>
    </article>
  )
}

function CardDate({ deal: { shown_status, start_date, end_date } }: { deal: Deal }) {
  const [word, date] =
    shown_status === 'UPCOMING'
      ? ['Starts', start_date]
      : shown_status === 'EXPIRED'
        ? ['Ended', end_date]
        : ['Ends', end_date]
  if (!date) return null
  return (
    <span>
      {`${word} `}
      <LocalDate value={date} />
    </span>
  )
}

/** Its icons are drawn by the style sheet: written out, they were a tenth of a list's page. */
function CardRecord({ deal: { review_count, rating_average, change_count } }: { deal: Deal }) {
  return (
    <p className="deal__record">
      {review_count > 0 && rating_average !== null ? (
        <span className="rated">{`${Number(rating_average).toFixed(1)} (${pluralize(review_count, 'review')})`}</span>
      ) : (
        'No reviews yet'
      )}
      {change_count > 0 ? <span className="checked">{pluralize(change_count, 'verified change')}</span> : null}
    </p>
  )
}
