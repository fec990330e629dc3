import { Link } from '@remix-run/react'
import { refundOf, refundText } from '~/features/catalog/deals/terms'
import { Fact, Facts } from '~/ui/facts'
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
    <Facts look="tight">
      <Fact term="Rating">
        {rating_average === null ? (
          'N/A'
        ) : (
          <>
            <Stars value={Number(rating_average)} small />
            {` ${Number(rating_average).toFixed(1)} / 5`}
          </>
        )}
      </Fact>
      <Fact term="Start Date">
        <LocalDate value={start_date} />
      </Fact>
      {end_date ? (
        <Fact term="End Date">
          <LocalDate value={end_date} />
        </Fact>
      ) : null}
      <Fact term="Platform">
        <Link className="link inline-flex min-h-6 items-center" to={`/platforms/${platform.slug}`}>
          {platform.name}
        </Link>
      </Fact>
      {refund ? <Fact term="Refund">{refundText({ ...refund, from: null })}</Fact> : null}
    </Facts>
  )
}
