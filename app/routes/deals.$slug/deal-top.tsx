import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/deals/deal-status-badge'
import { Artwork } from '~/ui/artwork'
import { Badge } from '~/ui/badge'
import { outsideUrl } from '~/ui/outside-url'
import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'
import type { ShownDeal } from './shown-deal'

type RatingProps = { deal: Pick<ShownDeal, 'slug' | 'rating_average' | 'review_count'> }
type DealTopProps = RatingProps & {
  deal: Pick<ShownDeal, 'title' | 'vendor_name' | 'summary' | 'hero_image_url' | 'shown_status' | 'published'>
}

export function DealTop({ deal }: DealTopProps) {
  return (
    <div className="detail__top">
      <div className="detail__hero">
        <Artwork src={outsideUrl(deal.hero_image_url) ?? null} seed={deal.slug} title={deal.title} leads />
      </div>
      <div className="detail__id">
        <h1>
          <bdi>{deal.title}</bdi>
        </h1>
        <div className="detail__line">
          <span>
            by{' '}
            <b className="strong">
              <bdi>{deal.vendor_name}</bdi>
            </b>
          </span>
          <DealStatusBadge status={deal.shown_status} />
          {deal.published ? null : <Badge tone="draft">Draft</Badge>}
          <Rating deal={deal} />
        </div>
      </div>
      {deal.summary ? (
        <p className="lead lead--ink" dir="auto">
          {deal.summary}
        </p>
      ) : null}
    </div>
  )
}

function Rating({ deal: { slug, rating_average, review_count } }: RatingProps) {
  if (rating_average === null || review_count === 0) return null
  return (
    <Link className="nowrap no-underline" to={`/deals/${slug}#record`}>
      <Stars value={Number(rating_average)} small />
      <b className="strong">{Number(rating_average).toFixed(1)}</b>
      <span className="muted">{`(${pluralize(review_count, 'review')})`}</span>
    </Link>
  )
}
