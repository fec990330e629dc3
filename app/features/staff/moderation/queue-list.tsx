import { Link } from '@remix-run/react'
import { roundTime } from '~/features/contributions/decisions/waiting-time'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { freshnessPath } from '~/features/staff/freshness/freshness'
import { Count } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { DecisionNotice } from './decision-conflict'
import { QueueGroupSection } from './queue-group'
import type { QueueList } from './queue-list-types'
import { queuePath } from './queue-paths'
import { useFocusOnTarget } from './queue-shortcuts'
import type { DecisionResult } from './queue-types'
import { ShortcutBar } from './shortcut-bar'

type QueueListPageProps = QueueList & { now: Date; result: DecisionResult }

/** Everything that waits for staff, by what matters most; a tab shows one kind. */
export function QueueListPage({ result, now, ...list }: QueueListPageProps) {
  const { kind, page, pageCount, groups, next } = list
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title="Queue" lead={<Waiting {...list} />}>
        {next ? (
          <ButtonLink to={next} iconAfter="arrow-right">
            Open the next item
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <p>
        <Link className="link" to={freshnessPath()} discover="none">
          Freshness: deals to look at again
        </Link>
      </p>
      <KindTabs {...list} />
      {groups.length > 0 ? <ShortcutBar kind={kind} place="list" /> : null}
      <DecisionNotice result={result} />
      <div className="box" id="queue" tabIndex={-1}>
        {groups.map((group) => (
          <QueueGroupSection key={group.rank} group={group} kind={kind} now={now} result={result} />
        ))}
        {groups.length === 0 ? <EmptyState icon="inbox" title="Nothing waits for a decision" /> : null}
      </div>
      <Pagination page={page} pageCount={pageCount} href={(other) => queuePath(kind, other)} />
    </>
  )
}

function Waiting({ kind, total, overdue, usualTime }: QueueList) {
  if (total === 0) return <>Nothing waits for a decision.</>
  return (
    <>
      {`${cappedCount(total)} ${total === 1 ? 'waits' : 'wait'} for a decision. `}
      {overdue > 0 ? (
        <span className="warn">{`${cappedCount(overdue)} ${overdue === 1 ? 'is' : 'are'} older than 24 hours.`}</span>
      ) : null}
      {usualTime === null ? null : ` ${specOf(kind ?? 'review').title} usually take ${roundTime(usualTime)}.`}
    </>
  )
}

function KindTabs({ kind, counts, total }: QueueList) {
  const tabs: { kind: Kind | null; label: string; count: number }[] = [
    { kind: null, label: 'All', count: total },
    ...KINDS.map((each) => ({ kind: each, label: specOf(each).title, count: counts[each] })),
  ]
  return (
    <nav className="kind-tabs" aria-label="Kinds">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          discover="none"
          to={queuePath(tab.kind)}
          aria-current={tab.kind === kind ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          <Count value={tab.count} due={tab.count > 0} />
        </Link>
      ))}
    </nav>
  )
}
