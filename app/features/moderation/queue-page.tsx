import { Count } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { BulkApproveForm } from './bulk-approve-form'
import { MODERATION_STATUS_LABELS, MODERATION_STATUSES, type TabStatus } from './moderation'
import { type Kind, queueOf, queuePath } from './queue'
import { QueueItemCard } from './queue-item'
import { useFocusOnTarget } from './queue-shortcuts'
import type { QueueItem } from './screens.server'
import { ShortcutHint } from './shortcut-hint'
import { VerdictConflict } from './verdict-conflict'
import type { VerdictResult } from './verdict-result'

type QueuePageProps = {
  kind: Kind
  status: TabStatus
  page: number
  pageCount: number
  counts: Record<TabStatus, number>
  items: QueueItem[]
  result: VerdictResult
}

/** One tab of a queue. Pending items are decided here, decided ones are reopened on their own page. */
export function QueuePage({ kind, status, page, pageCount, counts, items, result }: QueuePageProps) {
  const { title, noun, label } = queueOf(kind)
  const isPending = status === 'PENDING'
  const hasSelection = isPending && kind === 'comment' && items.some(({ canDecide }) => canDecide)
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title={title} lead={waiting(counts.PENDING, noun)} />
      <VerdictConflict result={result} />
      <Tabs
        label={`${label} status`}
        items={MODERATION_STATUSES.map((tab) => ({
          to: queuePath(kind, tab),
          label: MODERATION_STATUS_LABELS[tab],
          current: tab === status,
          count: <Count value={counts[tab]} due={tab === 'PENDING' && counts[tab] > 0} />,
        }))}
      />
      {hasSelection ? <BulkApproveForm result={result} /> : null}
      <section className="queue" id="queue" tabIndex={-1} aria-label={`${MODERATION_STATUS_LABELS[status]} ${noun}s`}>
        {items.length > 0 ? <ShortcutHint isPending={isPending} /> : null}
        {items.map((item, index) => (
          <QueueItemCard
            key={item.id}
            kind={kind}
            item={item}
            next={(items[index + 1] ?? items[index - 1])?.id}
            isSelectable={hasSelection && item.canDecide}
            result={result}
          />
        ))}
        {items.length === 0 ? (
          <EmptyState
            icon="inbox"
            title={
              isPending ? `No ${noun}s to moderate` : `No ${MODERATION_STATUS_LABELS[status].toLowerCase()} ${noun}s`
            }
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
