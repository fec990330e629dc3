import { Form, Link } from '@remix-run/react'
import { roundTime } from '~/features/contributions/decisions/waiting-time'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { FRESHNESS_PATH } from '~/features/staff/moderation/queue-paths'
import { errorsOf } from '~/http/forms'
import { Count } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FieldErrors } from '~/ui/field'
import { Pagination } from '~/ui/pagination'
import { cappedCount } from '~/ui/pluralize'
import { formatAge } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { DecisionNotice } from './decision-conflict'
import { QueueLineRow } from './queue-line'
import type { QueueGroup, QueueList } from './queue-list.server'
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
        <Link className="link" to={FRESHNESS_PATH} discover="none">
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

type QueueGroupProps = { group: QueueGroup; kind: Kind | null; now: Date; result: DecisionResult }

/** The waiting items of one rank. `kind` is the tab; the list of all kinds shows only the first few of each group. */
function QueueGroupSection({ group, kind, now, result }: QueueGroupProps) {
  const { rank, title, waiting, oldest, lines, tabs } = group
  const selectable = lines.find(({ isSelectable }) => isSelectable)
  return (
    <section className="queue-group" aria-labelledby={`group-${rank}`}>
      <div className="queue-group__head">
        <h2 id={`group-${rank}`}>{title}</h2>
        <p>
          {`${cappedCount(waiting)} waiting`}
          {oldest && waiting > 1 ? `, oldest ${formatAge(oldest, now)}` : null}
        </p>
      </div>
      <ol className="queue-lines">
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
        <p className="queue-group__foot">
          {tabs.map(({ label, to }) => (
            <Link key={to} className="link" to={to} discover="none">
              {tabs.length > 1
                ? `All ${label.toLowerCase()}`
                : `All ${cappedCount(waiting)} ${REST[rank] ?? title.toLowerCase()}`}
            </Link>
          ))}
        </p>
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

/** Approves what is picked above; the boxes in the lines belong to this form. */
function BulkApproval({ kind, result }: { kind: Kind; result: DecisionResult }) {
  const { segment, noun } = specOf(kind)
  return (
    <Form method="post" className="queue-group__foot" id="selected">
      <input type="hidden" name="kind" value={segment} />
      <Button tone="secondary" size="sm" icon="check-check" name="intent" value="approve-selected">
        {`Approve picked ${noun}s`}
      </Button>
      <span>Links, similar texts and new accounts cannot be picked. Open those.</span>
      <FieldErrors id="selected" errors={errorsOf(result, 'selected')} />
    </Form>
  )
}
