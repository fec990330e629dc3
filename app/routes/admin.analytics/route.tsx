import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { findMetrics } from '~/features/staff/analytics/metrics.server'
import { parseRange, RANGE_NAMES, RANGES } from '~/features/staff/analytics/range'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { Tabs } from '~/ui/tabs'
import { Cards } from './cards'
import { ClickTables } from './click-tables'
import { ClicksOverTime } from './clicks-over-time'
import { LastUpdate } from './last-update'
import { Queues } from './queues'
import { TopDeals } from './top-deals'

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
  return (
    <>
      <div className="admin__head">
        <div>
          <h1>Analytics</h1>
          <LastUpdate metrics={metrics} />
        </div>
      </div>
      <Cards clicks={metrics.clicks} totals={metrics.totals} />
      <Tabs
        label="Range"
        items={RANGE_NAMES.map((name) => ({
          to: `/admin/analytics?range=${name}`,
          label: RANGES[name].label,
          current: name === range,
        }))}
      />
      <div className="cols-2">
        <ClicksOverTime periods={metrics.periods} range={range} />
        <TopDeals deals={metrics.deals} range={range} />
      </div>
      <Queues totals={metrics.totals} />
      <ClickTables metrics={metrics} range={range} />
    </>
  )
}
