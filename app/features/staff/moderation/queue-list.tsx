import { Form, Link } from '@remix-run/react'
import { roundTime } from '~/features/contributions/decisions/waiting-time'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { errorsOf } from '~/http/forms'
import { Box } from '~/ui/box'
import { BOX_FOOT, BoxFoot } from '~/ui/box-foot'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FieldErrors } from '~/ui/field'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { DecisionNotice } from './decision-conflict'
import { KeysButton } from './keys-button'
import { KindTabs } from './kind-tabs'
import { QueueLineRow } from './queue-line'
import type { QueueGroup, QueueList } from './queue-list.server'
import { queuePath } from './queue-paths'
import { useFocusOnTarget } from './queue-shortcuts'
import type { DecisionResult } from './queue-types'

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
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
        <QueueTabs {...list} />
        {groups.length > 0 ? <KeysButton kind={kind} place="list" /> : null}
      </div>
      <DecisionNotice result={result} />
      <Box as="div" className="focus:outline-none" id="queue" tabIndex={-1}>
        {groups.map((group) => (
          <QueueGroupSection key={group.rank} group={group} kind={kind} now={now} result={result} />
        ))}
        {groups.length === 0 ? <EmptyState icon="inbox" title="You're all caught up" /> : null}
      </Box>
      <Pagination page={page} pageCount={pageCount} href={(other) => queuePath(kind, other)} />
    </>
  )
}

function Waiting({ kind, overdue, usualTime }: QueueList) {
  return (
    <>
      {overdue > 0 ? (
        <span className="text-accent">{`${cappedCount(overdue)} ${overdue === 1 ? 'is' : 'are'} older than 24 hours. `}</span>
      ) : null}
      {usualTime === null ? null : `${specOf(kind ?? 'review').title} usually take ${roundTime(usualTime)}.`}
    </>
  )
}

/** The kinds with waiting items; the others are folded. */
function QueueTabs({ kind, counts, total, duplicates }: QueueList) {
  const kinds = KINDS.map((each) => ({
    to: queuePath(each),
    label: specOf(each).title,
    count: counts[each],
    isCurrent: each === kind,
    isDue: true,
  }))
  // No one waits for these, so they are not counted as due.
  const pairs = { to: '/admin/products', label: 'Duplicates', count: duplicates, isCurrent: false, isDue: false }
  const tabs = [...kinds, pairs]
  const isTab = ({ count, isCurrent }: (typeof tabs)[number]) => count > 0 || isCurrent
  const all = { to: queuePath(), label: 'All', count: total, isCurrent: kind === null, isDue: true }
  return (
    <KindTabs
      label="Kinds"
      tabs={[all, ...tabs.filter(isTab)]}
      more={total > 0 ? tabs.filter((tab) => !isTab(tab)) : []}
    />
  )
}

type QueueGroupProps = { group: QueueGroup; kind: Kind | null; now: Date; result: DecisionResult }

/** The waiting items of one rank. `kind` is the tab; the list of all kinds shows only the first few of each group. */
function QueueGroupSection({ group, kind, now, result }: QueueGroupProps) {
  const { rank, title, waiting, oldest, lines, tabs } = group
  const selectable = lines.find(({ isSelectable }) => isSelectable)
  return (
    <section className="group/section" aria-labelledby={`group-${rank}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-y border-border bg-muted px-4 py-2 group-first/section:rounded-t-md group-first/section:border-t-0 lg:px-5">
        <h2 id={`group-${rank}`} className="font-sans text-small leading-snug font-bold tracking-[0]">
          {title}
        </h2>
        <p className="text-caption text-muted-foreground">
          {`${cappedCount(waiting)} waiting`}
          {oldest && waiting > 1 ? `, oldest ${formatAge(oldest, now)}` : null}
        </p>
      </div>
      <ol className="list-none">
        {lines.map((line, index) => (
          <QueueLineRow
            key={line.id}
            line={line}
            next={(lines[index + 1] ?? lines[index - 1])?.id}
            now={now}
            result={result}
          />
        ))}
      </ol>
      {selectable ? <BulkApproval kind={selectable.kind} result={result} /> : null}
      {kind === null && waiting > lines.length ? (
        <BoxFoot>
          {tabs.map(({ label, to }) => (
            <Link key={to} className="link inline-flex min-h-9 items-center" to={to} discover="none">
              {tabs.length > 1
                ? `All ${label.toLowerCase()}`
                : `All ${cappedCount(waiting)} ${REST[rank] ?? title.toLowerCase()}`}
            </Link>
          ))}
        </BoxFoot>
      ) : null}
    </section>
  )
}

/** Where the title of the group does not continue "All 12". */
const REST: Record<number, string> = {
  1: 'that affect people who bought it',
  2: 'reported as ended',
  7: 'of the rest',
}

/** Approves what is selected above; the boxes in the lines belong to this form. */
function BulkApproval({ kind, result }: { kind: Kind; result: DecisionResult }) {
  const { segment, noun } = specOf(kind)
  return (
    <Form method="post" className={BOX_FOOT} id="selected">
      <input type="hidden" name="kind" value={segment} />
      <Button tone="secondary" size="sm" icon="check-check" name="intent" value="approve-selected">
        {`Approve selected ${noun}s`}
      </Button>
      <span>Comments with links, with similar texts or from new accounts must be opened.</span>
      <FieldErrors id="selected" errors={errorsOf(result, 'selected')} />
    </Form>
  )
}
