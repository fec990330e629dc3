import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { isAdmin } from '~/features/people/accounts/profile'
import { listFirstSteps } from '~/features/site/first-steps/first-steps.server'
import { countDeals, listWaiting } from '~/features/staff/dashboard/dashboard.server'
import { countFreshness } from '~/features/staff/freshness/freshness-list.server'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import type { IconName } from '~/ui/icon'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { Stat, Stats } from '~/ui/stats'
import { FirstSteps } from './first-steps'
import { FreshnessBox } from './freshness-box'
import { Tiles } from './tiles'
import { Waiting, type WaitingRow } from './waiting'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  const title = 'Admin Dashboard'
  const head = pageHead({ title, description: 'Counts, queues and staff screens.', path: '/admin', isIndexed: false })
  const [deals, kinds, freshness, firstSteps] = await Promise.all([
    countDeals(),
    listWaiting(),
    countFreshness(),
    isAdmin(staff) ? listFirstSteps() : undefined,
  ])
  const waiting = kinds.map(({ oldest, ...kind }) => ({ ...kind, age: formatAge(oldest, new Date()) }))
  return { title, head, today: formatToday(new Date()), deals, waiting, freshness, firstSteps }
}

/** "Sunday, 22 November 2026" */
function formatToday(today: Date) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    today.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return `${part({ weekday: 'long' })}, ${today.getUTCDate()} ${part({ month: 'long' })} ${today.getUTCFullYear()}`
}

/** Each number is shown once: reviews and comments among the counts, alerts about deals under Freshness. */
const SHOWN_ELSEWHERE: WaitingRow['kind'][] = ['review', 'comment', 'ended_report', 'broken_link']

export default function DashboardPage() {
  const { title, today, deals, waiting, freshness, firstSteps } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={title} lead={today}>
        <ButtonLink to="/admin/deals/new" icon="plus" tone="secondary">
          New Deal
        </ButtonLink>
      </ScreenHead>
      {firstSteps ? <FirstSteps steps={firstSteps} /> : null}
      <Counts deals={deals} waiting={waiting} />
      <Tiles />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Waiting rows={waiting.filter(({ kind }) => !SHOWN_ELSEWHERE.includes(kind))} />
        <FreshnessBox counts={freshness} />
      </div>
    </>
  )
}

/** The counts that the dashboard begins with (spec §2). */
function Counts({ deals, waiting }: { deals: number; waiting: WaitingRow[] }) {
  const rowOf = (kind: WaitingRow['kind']) => waiting.find((row) => row.kind === kind)
  return (
    <Stats columns="three">
      <CountOf to="/admin/deals" icon="tags" label="Total Deals" count={deals} note="published and drafts" />
      <Pending to="/admin/reviews" icon="message-square-text" label="Pending Reviews" row={rowOf('review')} />
      <Pending to="/admin/comments" icon="messages-square" label="Pending Comments" row={rowOf('comment')} />
    </Stats>
  )
}

type CountProps = { to: string; icon: IconName; label: string }

function Pending({ row, ...rest }: CountProps & { row: WaitingRow | undefined }) {
  const note = row && (
    <span className={row.isOverdue ? 'font-bold text-accent' : undefined}>{`the oldest ${row.age}`}</span>
  )
  return <CountOf {...rest} count={row?.waiting ?? 0} note={note} isDue={row !== undefined} />
}

type CountOfProps = CountProps & { count: number; note?: ReactNode; isDue?: boolean }

function CountOf({ to, icon, label, count, note, isDue }: CountOfProps) {
  return (
    <Stat label={label} icon={icon} size="md" tone={isDue ? 'due' : 'plain'} below={note}>
      <Link className="no-underline hover:underline hover:decoration-2" to={to} discover="none">
        {count === 0 ? 'none' : count.toLocaleString('en-US')}
        <span className="sr-only">{`: ${label}`}</span>
      </Link>
    </Stat>
  )
}
