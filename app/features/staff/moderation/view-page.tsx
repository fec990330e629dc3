import { Form } from '@remix-run/react'
import { MODERATION_STATUS_LABELS } from '~/features/contributions/decisions/moderation-status'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { errorsOf } from '~/http/forms'
import { Count } from '~/ui/badge'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FieldErrors } from '~/ui/field'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { DecisionNotice } from './decision-conflict'
import { KeysButton } from './keys-button'
import type { ViewItem } from './queue-item.server'
import { useFocusOnTarget } from './queue-shortcuts'
import type { DecisionResult } from './queue-types'
import { ViewItemCard } from './view-item'
import { MODERATION_STATUSES, type TabStatus, viewPath } from './view-paths'

type ViewPageProps = {
  kind: Kind
  status: TabStatus
  page: number
  pageCount: number
  counts: Record<TabStatus, number>
  items: ViewItem[]
  now: Date
  result: DecisionResult
}

/** A view of one kind by status. Pending items are decided here, decided ones are reopened on their own page. */
export function ViewPage({ kind, status, page, pageCount, counts, items, now, result }: ViewPageProps) {
  const { noun, label } = specOf(kind)
  const isPending = status === 'PENDING'
  const hasSelection = isPending && items.some(({ isSelectable }) => isSelectable)
  useFocusOnTarget()
  return (
    <>
      <ScreenHead title={specOf(kind).title} lead={waiting(counts.PENDING, noun)}>
        {items.length > 0 ? <KeysButton kind={kind} place={isPending ? 'view' : 'decided'} /> : null}
      </ScreenHead>
      <DecisionNotice result={result} />
      <Tabs
        label={`${label} status`}
        items={MODERATION_STATUSES.map((tab) => ({
          to: viewPath(kind, tab),
          label: MODERATION_STATUS_LABELS[tab],
          current: tab === status,
          count: <Count value={counts[tab]} due={tab === 'PENDING' && counts[tab] > 0} />,
        }))}
      />
      {hasSelection ? <BulkApproveForm result={result} /> : null}
      <section
        className="grid gap-4 focus:outline-none"
        id="queue"
        tabIndex={-1}
        aria-label={`${MODERATION_STATUS_LABELS[status]} ${noun}s`}
      >
        {items.map((item, index) => (
          <ViewItemCard
            key={item.id}
            item={item}
            now={now}
            next={(items[index + 1] ?? items[index - 1])?.id}
            isSelectable={item.isSelectable}
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
      <Pagination page={page} pageCount={pageCount} href={(other) => viewPath(kind, status, other)} />
    </>
  )
}

function waiting(count: number, noun: string) {
  if (count === 0) return 'Nothing to moderate'
  return count === 1 ? `1 ${noun} to moderate` : `${cappedCount(count)} ${noun}s to moderate`
}

/** Approves what was selected below; the boxes beside the comments belong to this form. */
function BulkApproveForm({ result }: { result: DecisionResult }) {
  return (
    <Form method="post" id="selected" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button tone="secondary" size="sm" icon="check" name="intent" value="approve-selected">
        Approve selected
      </Button>
      <FieldErrors id="selected" errors={errorsOf(result, 'selected')} />
    </Form>
  )
}
