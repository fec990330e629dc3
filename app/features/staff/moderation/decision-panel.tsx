import { Form } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { LocalDate } from '~/ui/local-date'
import { ClaimForm } from './claim-bar'
import { VersionFields } from './decision-fields'
import { DecisionForms } from './decision-forms'
import { OWN_CONTRIBUTION } from './own-contribution'
import type { ItemDetail } from './queue-item.server'
import { nextPath } from './queue-paths'
import type { DecisionResult } from './queue-types'

type DecisionPanelProps = { item: ItemDetail; result: DecisionResult }

/** Whether the person who has the page open may decide now. */
export function isOpenTo({ status, canDecide, claim }: ItemDetail) {
  return status === 'PENDING' && canDecide && (!claim || claim.isMine)
}

/** What can be decided about an item, or what was. */
export function DecisionPanel({ item, result }: DecisionPanelProps) {
  const isOpen = isOpenTo(item)
  return (
    <Box aria-labelledby="decision">
      <BoxHead>
        <BoxTitle id="decision">Decision</BoxTitle>
        {isOpen ? <span className="text-caption leading-snug text-muted-foreground">then the next item</span> : null}
      </BoxHead>
      <div className="grid gap-2.5 p-5" data-decision>
        {isOpen ? <DecisionForms item={item} recipients={item.recipients} result={result} /> : <Closed item={item} />}
      </div>
    </Box>
  )
}

function Closed({ item }: { item: ItemDetail }) {
  const { decided, status, canDecide, claim } = item
  if (decided) return <Decided item={item} decided={decided} />
  if (status === 'CHANGES_REQUESTED')
    return <p className="text-small text-muted-foreground">It waits for its author.</p>
  if (!canDecide) return <p className="text-small text-muted-foreground">{OWN_CONTRIBUTION}</p>
  return (
    <>
      <p className="text-small text-muted-foreground">
        <bdi>{claim?.by}</bdi> is deciding. Take over if they are away: they see that you did.
      </p>
      <ClaimForm item={item} intent="take-over">
        <Button tone="secondary" block icon="hand" className="justify-start">
          Take over
        </Button>
      </ClaimForm>
      <ButtonLink tone="ghost" block icon="arrow-right" to={nextPath(item)} className="justify-start">
        Next free item
      </ButtonLink>
    </>
  )
}

function Decided({ item, decided }: { item: ItemDetail; decided: NonNullable<ItemDetail['decided']> }) {
  const { status, by, at, reason, note } = decided
  const { answerPath } = specOf(item.kind)
  return (
    <>
      <p>
        <ModerationBadge status={status} />
      </p>
      <p className="text-small text-muted-foreground">
        {by ? (
          <>
            {'By '}
            <bdi>{by}</bdi>
            {at ? ', ' : null}
          </>
        ) : null}
        {at ? <LocalDate value={at} /> : null}
      </p>
      {reason ? <p className="text-small">{`Reason: ${REJECTION_REASON_LABELS[reason]}`}</p> : null}
      {note ? (
        <p className="text-small" dir="auto">
          <q>{note}</q>
        </p>
      ) : null}
      {status === 'APPROVED' && answerPath ? (
        <ButtonLink tone="secondary" block icon="store" to={answerPath(item.id)} className="justify-start">
          Answer as the vendor
        </ButtonLink>
      ) : null}
      {item.canDecide ? <Reopen item={item} /> : null}
    </>
  )
}

const HIDDEN = 'Until then it is not public, and the karma earned is taken back.'

function Reopen({ item }: { item: ItemDetail }) {
  const { kind, status } = item
  const { noun, view, reopening = view && HIDDEN } = specOf(kind)
  const follows = status === 'APPROVED' && reopening ? ` ${reopening}` : ''
  return (
    <Form method="post" className="grid">
      <VersionFields item={item} />
      <input type="hidden" name="status" value={status} />
      <ConfirmButton
        label="Reopen"
        icon="undo"
        tone="secondary"
        heading={`Reopen this ${noun}?`}
        text={`It goes back to the queue for a new decision.${follows}`}
        confirm="Reopen"
        name="intent"
        value="reopen"
      />
    </Form>
  )
}
