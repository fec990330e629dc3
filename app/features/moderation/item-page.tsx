import { Form } from '@remix-run/react'
import { BackLink } from '~/ui/back-link'
import { ConfirmButton } from '~/ui/confirm-button'
import { ErrorScreen } from '~/ui/error-screen'
import { ItemHistory } from './item-history'
import { type Kind, queueOf, queuePath } from './queue'
import { QueueItemCard } from './queue-item'
import { useFocusOnTarget } from './queue-shortcuts'
import type { loadItem } from './screens.server'
import { ShortcutHint } from './shortcut-hint'
import { VerdictConflict } from './verdict-conflict'
import type { VerdictResult } from './verdict-result'

type ItemPageProps = Omit<Awaited<ReturnType<typeof loadItem>>, 'head'> & { result: VerdictResult }

/** One item with its history; the only page that can reopen it. */
export function ItemPage({ kind, item, title, history, result }: ItemPageProps) {
  const { title: queue } = queueOf(kind)
  useFocusOnTarget()
  return (
    <>
      <div className="admin__head">
        <div>
          <BackLink to={queuePath(kind)}>{`Back to ${queue}`}</BackLink>
          <h1>
            <bdi>{title}</bdi>
          </h1>
        </div>
        {item.status === 'PENDING' || !item.canDecide ? null : <Reopen kind={kind} item={item} />}
      </div>
      <VerdictConflict result={result} />
      <section className="queue" id="queue" tabIndex={-1} aria-label={title}>
        {item.status === 'PENDING' && item.canDecide ? <ShortcutHint isPending /> : null}
        <QueueItemCard kind={kind} item={item} isOwnPage result={result} />
      </section>
      <ItemHistory history={history} />
    </>
  )
}

function Reopen({ kind, item: { id, version, status } }: Pick<ItemPageProps, 'kind' | 'item'>) {
  const { noun } = queueOf(kind)
  const hides = status === 'APPROVED' ? ' Until then it is not public, and the karma earned is taken back.' : ''
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="status" value={status} />
      <ConfirmButton
        label="Reopen"
        icon="undo"
        tone="secondary"
        heading={`Reopen this ${noun}?`}
        text={`It goes back to the queue for a new decision.${hides}`}
        confirm="Reopen"
        name="intent"
        value="reopen"
      />
    </Form>
  )
}

export function MissingItem({ kind }: { kind: Kind }) {
  const { path, title, noun } = queueOf(kind)
  return (
    <ErrorScreen
      text={`This ${noun} does not exist. It may have been deleted.`}
      back={{ to: path, label: `Back to ${title}` }}
    />
  )
}
