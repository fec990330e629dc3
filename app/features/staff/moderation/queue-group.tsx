import { Form, Link } from '@remix-run/react'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { errorsOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { FieldErrors } from '~/ui/field'
import { cappedCount } from '~/ui/pluralize'
import { formatAge } from '~/ui/relative-time'
import { QueueLineRow } from './queue-line'
import type { QueueGroup } from './queue-list-types'
import type { DecisionResult } from './queue-types'

type QueueGroupProps = { group: QueueGroup; kind: Kind | null; now: Date; result: DecisionResult }

/** The waiting items of one rank. `kind` is the tab; the list of all kinds shows only the first few of each group. */
export function QueueGroupSection({ group, kind, now, result }: QueueGroupProps) {
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
