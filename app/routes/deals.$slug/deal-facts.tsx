import { Link } from '@remix-run/react'
import { refundOf, refundText } from '~/features/catalog/deals/terms'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'
import type { ShownDeal } from './shown-deal'

type DealFactsProps = {
  deal: Pick<ShownDeal, 'rating_average' | 'start_date' | 'end_date' | 'platform' | 'refund_days' | 'refund_from'>
}

export function DealFacts({ deal }: DealFactsProps) {
  const { rating_average, start_date, end_date, platform } = deal
  const refund = refundOf(deal, platform)
  return (
    <dl className="facts">
      <div>
        <dt>Rating</dt>
        <dd>
          {rating_average === null ? (
            'N/A'
          ) : (
            <>
              <Stars value={Number(rating_average)} small />
              {` ${Number(rating_average).toFixed(1)} / 5`}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Start Date</dt>
        <dd>
          <LocalDate value={start_date} />
        </dd>
      </div>
      {end_date ? (
        <div>
          <dt>End Date</dt>
          <dd>
            <LocalDate value={end_date} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Platform</dt>
        <dd>
          <Link className="link" to={`/platforms/${platform.slug}`}>
            {platform.name}
          </Link>
        </dd>
      </div>
      {refund ? (
        <div>
          <dt>Refund</dt>
          <dd>{refundText({ ...refund, from: null })}</dd>
        </div>
      ) : null}
    </dl>
  )
}
