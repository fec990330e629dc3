import type { ModerationStatus } from '~/db/schema'
import { Count } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { BulkApproveForm } from './bulk-approve-form'
import { type Kind, QUEUE_STATUS_LABELS, QUEUE_STATUSES, queueOf, queuePath } from './queue'
import { QueueItemCard } from './queue-item'
import { useFocusOnTarget } from './queue-shortcuts'
import type { QueueItem as Item } from './screens.server'
import { ShortcutHint } from './shortcut-hint'
import { VerdictConflict } from './verdict-conflict'
import type { VerdictResult } from './verdict-result'

type QueuePageProps = {
  kind: Kind
  status: ModerationStatus
  page: number
  pageCount: number
  counts: Record<ModerationStatus, number>
  cases: Item[]
  result: VerdictResult
}

/** One tab of a queue; what waits can be decided here, what was decided on its own page. */
export function QueuePage({ kind, status, page, pageCount, counts, cases, result }: QueuePageProps) {
  const { title, noun, label } = queueOf(kind)
  const isPending = status === 'PENDING'
  const picks = isPending && kind === 'comment' && cases.some(({ mayDecide }) => mayDecide)
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title={title} lead={waiting(counts.PENDING, noun)} />
      <VerdictConflict result={result} />
      <Tabs
        label={`${label} status`}
        items={QUEUE_STATUSES.map((tab) => ({
          to: queuePath(kind, tab),
          label: QUEUE_STATUS_LABELS[tab],
          current: tab === status,
          count: <Count value={counts[tab]} due={tab === 'PENDING' && counts[tab] > 0} />,
        }))}
      />
      {picks ? <BulkApproveForm result={result} /> : null}
      <section className="queue" id="queue" tabIndex={-1} aria-label={`${QUEUE_STATUS_LABELS[status]} ${noun}s`}>
        {cases.length > 0 ? <ShortcutHint isPending={isPending} /> : null}
        {cases.map((item, place) => (
          <QueueItemCard
            key={item.id}
            kind={kind}
            item={item}
            next={(cases[place + 1] ?? cases[place - 1])?.id}
            isPicked={picks && item.mayDecide}
            result={result}
          />
        ))}
        {cases.length === 0 ? (
          <EmptyState
            icon="inbox"
            title={isPending ? `No ${noun}s to moderate` : `No ${QUEUE_STATUS_LABELS[status].toLowerCase()} ${noun}s`}
          />
        ) : null}
      </section>
      <Pagination page={page} pageCount={pageCount} href={(other) => queuePath(kind, status, other)} />
    </>
  )
}

function waiting(count: number, noun: string) {
  if (count === 0) return 'Nothing to moderate'
  return count === 1 ? `1 ${noun} to moderate` : `${cappedCount(count)} ${noun}s to moderate`
}
