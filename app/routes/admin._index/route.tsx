import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { countDeals, listAttentionItems } from '~/features/staff/dashboard/attention.server'
import { listClicksOfTwoWeeks, listWeeks } from '~/features/staff/dashboard/trends.server'
import { listWaiting, merge } from '~/features/staff/dashboard/waiting.server'
import {
  countFreshness,
  countUncheckedEndingSoon,
  findCheckedShare,
} from '~/features/staff/freshness/freshness-list.server'
import { countWaiting } from '~/features/staff/moderation/waiting-counts.server'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { ClickTrend } from './click-trend'
import { FreshnessBox } from './freshness-box'
import { Gaps } from './gaps'
import { Stats } from './stats'
import { Tiles } from './tiles'
import { Waiting } from './waiting'
import { ContributionTrend, TimeTrend } from './week-trends'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const title = 'Admin Dashboard'
  const head = pageHead({ title, description: 'Counts, queues and staff screens.', path: '/admin', isIndexed: false })
  const [deals, pending, attention, kinds, clicks, weeks, counts, share, endingSoon] = await Promise.all([
    countDeals(),
    countWaiting(),
    listAttentionItems(),
    listWaiting(),
    listClicksOfTwoWeeks(),
    listWeeks(),
    countFreshness(),
    findCheckedShare(),
    countUncheckedEndingSoon(),
  ])
  const age = ({ oldest }: { oldest: Date | null }) => oldest && formatAge(oldest, new Date())
  const all = merge(kinds)
  const waiting = {
    all: { ...all, age: age(all) },
    kinds: kinds.map((kind) => ({ ...kind, age: age(kind) })),
  }
  const freshness = { counts, share, endingSoon }
  return { title, head, today: formatToday(new Date()), deals, pending, attention, waiting, clicks, weeks, freshness }
}

/** "Sunday, 22 November 2026" */
function formatToday(today: Date) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    today.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return `${part({ weekday: 'long' })}, ${today.getUTCDate()} ${part({ month: 'long' })} ${today.getUTCFullYear()}`
}

export default function DashboardPage() {
  const { title, today, deals, pending, attention, waiting, clicks, weeks, freshness } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={title} lead={today}>
        <ButtonLink to="/admin/deals/new" icon="plus" tone="secondary">
          New Deal
        </ButtonLink>
      </ScreenHead>
      <Stats deals={deals} pending={pending} />
      <Tiles />
      <div className="dashboard">
        <Waiting {...waiting} />
        <div className="stack">
          <FreshnessBox {...freshness} />
          <Gaps items={attention} />
        </div>
      </div>
      <div className="cols-3">
        <ClickTrend days={clicks} />
        <TimeTrend weeks={weeks} />
        <ContributionTrend weeks={weeks} />
      </div>
    </>
  )
}
