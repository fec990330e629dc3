import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import type { DealClicks } from '~/features/staff/analytics/click-metrics.server'
import { findMetrics } from '~/features/staff/analytics/metrics.server'
import { type ChartPeriod, periodLabel } from '~/features/staff/analytics/periods-of-days'
import { type DayRange, parseRange, RANGE_NAMES, RANGES } from '~/features/staff/analytics/range'
import type { SiteTotals } from '~/features/staff/analytics/totals.server'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { Bar } from '~/ui/bar'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Chart, quarterTicks } from '~/ui/chart'
import { EmptyState } from '~/ui/empty-state'
import { formatCount, pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { Stat, Stats } from '~/ui/stats'
import { Tabs } from '~/ui/tabs'
import { ClickTables } from './click-tables'
import { DownloadTable } from './download-table'
import { Queues } from './queues'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return withLoadFailure(async () => {
    const range = parseRange(request)
    const about = { title: 'Analytics', description: 'Clicks, ratings and queues.', path: '/admin/analytics' }
    return { range, metrics: await findMetrics(range), head: pageHead({ ...about, isIndexed: false }) }
  })
}

export const handle = { loadFailure: 'Failed to load analytics' }

export default function AnalyticsPage() {
  const { range, metrics } = useLoaderData<typeof loader>()
  const { totals } = metrics
  const hasClicks = metrics.deals.length > 0
  return (
    <>
      <ScreenHead title="Analytics" lead="Clicks, ratings and queues." />
      <Cards clicks={metrics.clicks} totals={totals} />
      <Queues totals={totals} />
      {metrics.clicks > 0 ? (
        <Tabs
          label="Range"
          items={RANGE_NAMES.map((name) => ({
            to: `/admin/analytics?range=${name}`,
            label: RANGES[name].label,
            current: name === range,
          }))}
        />
      ) : null}
      {hasClicks ? (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <ClicksOverTime periods={metrics.periods} range={range} />
          <TopDeals deals={metrics.deals} range={range} />
        </div>
      ) : (
        <TopDeals deals={[]} range={range} />
      )}
      <ClickTables metrics={metrics} range={range} />
    </>
  )
}

/** Totals over all time, independent of the range. */
function Cards({ clicks, totals }: { clicks: number; totals: SiteTotals }) {
  const cards = [
    { label: 'Total Clicks', icon: 'mouse-pointer-click', value: clicks.toLocaleString('en-US') },
    { label: 'Avg Rating', icon: 'star', value: totals.average_rating === 0 ? '0' : totals.average_rating.toFixed(1) },
    { label: 'Total Users', icon: 'users', value: totals.users.toLocaleString('en-US') },
    { label: 'Reviews', icon: 'message-square-text', value: totals.reviews.total.toLocaleString('en-US') },
  ] as const
  return (
    <Stats>
      {cards.map(({ label, icon, value }) => (
        <Stat key={label} label={label} icon={icon}>
          {value}
        </Stat>
      ))}
    </Stats>
  )
}

function ClicksOverTime({ periods, range }: { periods: ChartPeriod[]; range: DayRange }) {
  const clicks = periods.reduce((sum, period) => sum + period.clicks, 0)
  const visitors = periods.reduce((sum, period) => sum + period.visitors, 0)
  const unit = periods[0]?.key.length === 7 ? 'Month' : 'Day'
  const title = RANGES[range].title
  return (
    <Box className="flex flex-col" aria-labelledby="clicks-over-time">
      <BoxHead>
        <BoxTitle id="clicks-over-time">Clicks over time</BoxTitle>
        <span className="text-small text-muted-foreground">{title}</span>
      </BoxHead>
      <BoxBody className="flex flex-1 flex-col gap-4">
        <p className="text-small text-muted-foreground">{`${pluralize(clicks, 'click')}, ${pluralize(visitors, 'daily visitor')}. Days are in UTC.`}</p>
        <Chart
          label={`${title}: ${pluralize(clicks, 'click')} by ${unit.toLowerCase()}`}
          points={periods.map(({ clicks }, index) => ({ x: index, value: clicks }))}
          ticks={quarterTicks(Math.max(...periods.map(({ clicks }) => clicks)))}
          xLabels={periods.map(({ key }) => periodLabel(key))}
          format={formatCount}
          tip={`${formatCount(periods.at(-1)!.clicks)} ${unit === 'Day' ? 'today' : 'this month'}`}
        />
        <details>
          <summary className="link">{`Clicks by ${unit.toLowerCase()} as a table`}</summary>
          <table className="table">
            <caption className="sr-only">Clicks over time</caption>
            <thead>
              <tr>
                <th scope="col">{unit}</th>
                <th scope="col" className="text-end">
                  Clicks
                </th>
                <th scope="col" className="text-end">
                  Daily visitors
                </th>
              </tr>
            </thead>
            <tbody>
              {periods.toReversed().map(({ key, clicks, visitors }) => (
                <tr key={key}>
                  <th scope="row">{periodLabel(key)}</th>
                  <td className="text-end">{formatCount(clicks)}</td>
                  <td className="text-end">{formatCount(visitors)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
        <DownloadTable table="days" range={range} what="clicks by day" side="start" />
      </BoxBody>
    </Box>
  )
}

const TOP = 5
function TopDeals({ deals, range }: { deals: DealClicks[]; range: DayRange }) {
  return (
    <Box aria-labelledby="top-deals">
      <BoxHead>
        <BoxTitle id="top-deals">Top Deals by Clicks</BoxTitle>
        <span className="text-small text-muted-foreground">{RANGES[range].title}</span>
      </BoxHead>
      <BoxBody className="py-2">
        {deals.length === 0 ? (
          <EmptyState icon="mouse-pointer-click" title="No click data available yet" />
        ) : (
          <ol className="divide-y divide-border">
            {deals.slice(0, TOP).map(({ title, slug, clicks }, index) => (
              <li
                key={slug}
                className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5 py-2.5"
              >
                <span
                  className="font-display text-h3 font-medium leading-none text-subtle-foreground"
                  aria-hidden="true"
                >
                  {index + 1}
                </span>
                <b className="font-semibold">
                  <Link to={`/deals/${slug}`} discover="none">
                    <bdi>{title}</bdi>
                  </Link>
                </b>
                <span className="font-semibold">
                  {clicks.toLocaleString('en-US')}
                  <span className="sr-only"> clicks</span>
                </span>
                <Bar value={clicks} max={deals[0]!.clicks} className="col-start-2 -col-end-1" />
              </li>
            ))}
          </ol>
        )}
      </BoxBody>
    </Box>
  )
}
