import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import {
  type ClickDay,
  countDeals,
  listAttentionItems,
  listClicksOfTwoWeeks,
  listWaiting,
  listWeeks,
  merge,
} from '~/features/staff/dashboard/dashboard.server'
import {
  countFreshness,
  countUncheckedEndingSoon,
  findCheckedShare,
} from '~/features/staff/freshness/freshness-list.server'
import { countWaiting } from '~/features/staff/moderation/waiting-counts.server'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import type { IconName } from '~/ui/icon'
import { formatDay } from '~/ui/local-date'
import { cappedCount } from '~/ui/pluralize'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { Sparkline } from '~/ui/sparkline'
import { Stat, Stats } from '~/ui/stats'
import { FreshnessBox, Gaps } from './gaps'
import { Tiles } from './tiles'
import { directionOf, Trend } from './trend'
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
      <Counts deals={deals} pending={pending} />
      <Tiles />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Waiting {...waiting} />
        <div className="grid content-start gap-5">
          <FreshnessBox {...freshness} />
          <Gaps items={attention} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <ClickTrend days={clicks} />
        <TimeTrend weeks={weeks} />
        <ContributionTrend weeks={weeks} />
      </div>
    </>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The clicks of the last seven days beside those of the seven days before. */
function ClickTrend({ days }: { days: ClickDay[] }) {
  const [before, week] = [days.slice(0, 7), days.slice(7)]
  const dates = week.map(({ day }) => new Date(day))
  const sum = (list: ClickDay[]) => list.reduce((total, { clicks }) => total + clicks, 0)
  const [now, then] = [sum(week), sum(before)]
  return (
    <Trend
      title="Clicks this week"
      span={formatSpan(dates[0]!, dates.at(-1)!)}
      figure={now.toLocaleString('en-US')}
      change={describeChange(now, then)}
      direction={directionOf(now - then)}
      isWorse={now < then}
    >
      <Sparkline
        label={`Clicks each day this week: ${list(week)}. The dashed line is the week before: ${list(before)}.`}
        values={week.map(({ clicks }) => clicks)}
        before={before.map(({ clicks }) => clicks)}
        xLabels={dates.map((date) => WEEKDAY.format(date))}
      />
    </Trend>
  )
}

const list = (days: ClickDay[]) => days.map(({ clicks }) => clicks).join(', ')

/** "16 to 22 Nov", "28 Oct to 3 Nov" */
function formatSpan(from: Date, to: Date) {
  const isSameMonth = from.getUTCMonth() === to.getUTCMonth()
  return `${isSameMonth ? from.getUTCDate() : formatDay(from)} to ${formatDay(to)}`
}

function describeChange(now: number, then: number) {
  if (now === then) return 'As many as the week before'
  if (then === 0) return 'None the week before'
  const percent = Math.round((Math.abs(now - then) / then) * 100)
  return `${percent}% ${now > then ? 'more' : 'less'} than the week before`
}

/** The counts that the dashboard begins with (spec §2). */
function Counts({ deals, pending }: { deals: number; pending: Record<Kind, number> }) {
  return (
    <Stats columns="fit">
      <CountOf to="/admin/deals" icon="tags" label="Total Deals" value={deals.toLocaleString('en-US')} />
      <Pending to="/admin/reviews" icon="message-square-text" label="Pending Reviews" count={pending.review} />
      <Pending to="/admin/comments" icon="messages-square" label="Pending Comments" count={pending.comment} />
    </Stats>
  )
}

type CountProps = { to: string; icon: IconName; label: string }

function Pending({ count, ...rest }: CountProps & { count: number }) {
  return <CountOf {...rest} value={cappedCount(count)} isDue={count > 0} />
}

function CountOf({ to, icon, label, value, isDue }: CountProps & { value: string; isDue?: boolean }) {
  return (
    <Stat label={label} icon={icon} size="md" tone={isDue ? 'due' : 'plain'}>
      <Link className="no-underline hover:underline hover:decoration-2" to={to} discover="none">
        {value}
        <span className="sr-only">{`: ${label}`}</span>
      </Link>
    </Stat>
  )
}
