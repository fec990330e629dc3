import { Fragment } from 'react'
import { MODERATION_STATUS_LABELS } from '~/features/contributions/decisions/moderation-status'
import { KINDS, RANK_TITLES, specOf } from '~/features/contributions/kinds/kinds'
import { Count } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { WrappedTabs } from '~/ui/wrapped-tabs'
import type { QueueList } from './context.server'
import { DecisionNotice } from './decision-notice'
import { type DecisionResult, MODERATION_STATUSES, queuePath, viewPath } from './item'
import { KeysButton, useFocusOnTarget } from './keys'
import { BulkApproval, QueueRow } from './row'

type QueuePageProps = Omit<QueueList, 'head'> & { result: DecisionResult }

/**
 * What waits for staff, by what matters most; a tab shows one kind. The specified screens show one kind by status:
 * pending items are decided here, decided ones are reopened on their own page.
 */
export function QueuePage({ result, ...list }: QueuePageProps) {
  const { kind, status, page, pageCount, statuses, items } = list
  const isPending = status === 'PENDING'
  const selectable = items.find(({ is_harmless, can_decide }) => is_harmless && can_decide)
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title={statuses ? specOf(kind!).title : 'Queue'} lead={leadOf(list)}>
        {items.length > 0 ? <KeysButton place={isPending ? 'queue' : 'decided'} /> : null}
      </ScreenHead>
      {statuses ? <StatusTabs {...list} /> : <QueueTabs {...list} />}
      <DecisionNotice result={result} />
      {selectable ? <BulkApproval item={selectable} result={result} /> : null}
      <section className="grid gap-4 focus:outline-none" id="queue" tabIndex={-1} aria-label={regionOf(list)}>
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {statuses || items[index - 1]?.rank === item.rank ? null : (
              <h2 className="font-sans text-small leading-snug font-bold tracking-[0]">{RANK_TITLES[item.rank]}</h2>
            )}
            <QueueRow
              item={item}
              now={list.now}
              next={(items[index + 1] ?? items[index - 1])?.id}
              showsKind={!statuses}
              result={result}
            />
          </Fragment>
        ))}
        {items.length === 0 ? <EmptyState icon="inbox" title={emptyTitle(list)} /> : null}
      </section>
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(other) => (statuses ? viewPath(kind!, status, other) : queuePath(kind, other))}
      />
    </>
  )
}

type List = Omit<QueuePageProps, 'result'>

function leadOf({ kind, kinds, statuses }: List) {
  if (!statuses) {
    const overdue = kinds?.overdue ?? 0
    if (overdue === 0) return null
    return <span className="text-accent">{`${cappedCount(overdue)} waiting more than a day.`}</span>
  }
  const [count, { noun }] = [statuses.PENDING, specOf(kind!)]
  if (count === 0) return 'Nothing to moderate'
  return count === 1 ? `1 ${noun} to moderate` : `${cappedCount(count)} ${noun}s to moderate`
}

function regionOf({ kind, status, statuses }: List) {
  return statuses ? `${MODERATION_STATUS_LABELS[status]} ${specOf(kind!).noun}s` : 'Waiting items'
}

function emptyTitle({ kind, status, statuses }: List) {
  if (!statuses) return "You're all caught up"
  const { noun } = specOf(kind!)
  return status === 'PENDING'
    ? `No ${noun}s to moderate`
    : `No ${MODERATION_STATUS_LABELS[status].toLowerCase()} ${noun}s`
}

function StatusTabs({ kind, status, statuses }: List) {
  return (
    <Tabs
      label={`${specOf(kind!).label} status`}
      items={MODERATION_STATUSES.map((tab) => ({
        to: viewPath(kind!, tab),
        label: MODERATION_STATUS_LABELS[tab],
        current: tab === status,
        count: <Count value={statuses![tab]} due={tab === 'PENDING' && statuses![tab] > 0} />,
      }))}
    />
  )
}

/** The kinds with waiting items; the others are folded. */
function QueueTabs({ kind, kinds, total }: List) {
  const tabs = KINDS.map((each) => ({
    to: queuePath(each),
    label: specOf(each).title,
    count: kinds!.counts[each],
    isCurrent: each === kind,
    isDue: true,
  }))
  const duplicates = { to: '/admin/products', label: 'Duplicates', count: 0, isCurrent: false, isDue: false }
  const isTab = ({ count, isCurrent }: (typeof tabs)[number]) => count > 0 || isCurrent
  const all = { to: queuePath(), label: 'All', count: total, isCurrent: kind === null, isDue: true }
  return (
    <WrappedTabs
      label="Kinds"
      tabs={[all, ...tabs.filter(isTab), duplicates]}
      more={total > 0 ? tabs.filter((tab) => !isTab(tab)) : []}
    />
  )
}
