import { Link } from '@remix-run/react'
import type { DealClicks } from '~/features/staff/analytics/click-metrics.server'
import { type DayRange, RANGES } from '~/features/staff/analytics/range'
import { Bar } from '~/ui/bar'

const TOP = 5

export function TopDeals({ deals, range }: { deals: DealClicks[]; range: DayRange }) {
  return (
    <section className="box" aria-labelledby="top-deals">
      <div className="box__head">
        <h2 id="top-deals">Top Deals by Clicks</h2>
        <span className="small muted">{RANGES[range].title}</span>
      </div>
      <div className="box__body py-2">
        {deals.length > 0 ? (
          <ol className="rank">
            {deals.slice(0, TOP).map(({ title, slug, clicks }) => (
              <li key={slug}>
                <b>
                  <Link to={`/deals/${slug}`} discover="none">
                    <bdi>{title}</bdi>
                  </Link>
                </b>
                <span className="num">
                  {clicks.toLocaleString('en-US')}
                  <span className="sr-only"> clicks</span>
                </span>
                <Bar value={clicks} max={deals[0]!.clicks} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="muted">No click data available yet</p>
        )}
      </div>
    </section>
  )
}
