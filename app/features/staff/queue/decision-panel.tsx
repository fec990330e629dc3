import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { ValueOffer } from '~/features/contributions/change-logs/value-fields'
import { specOf } from '~/features/contributions/kinds/kinds'
import { isApplicable } from '~/features/contributions/reported-values/reported-fields'
import { type FormResult, submittedValue } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { AnswerField, type FieldsProps, NoteField, Reasons } from './decision-fields'
import { type DecisionResult, OWN_CONTRIBUTION } from './item'
import type { QueueItem } from './items.server'
import { KeyHint } from './keys'

type DecisionPanelProps = {
  item: QueueItem
  result: DecisionResult
  /** Id of the row to focus after a decision on this one. */
  next?: string
  /** On the item's own page: how many people an approved change is announced to. */
  recipients?: RecipientCounts | null
  isPage?: boolean
}

/** Approve is one press; asking for a change and rejecting are forms, of which one is open at a time. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { item, isPage } = props
  const { requestChanges, reject } = specOf(item.kind)
  const ask = requestChanges ? (
    <FoldedForm
      {...props}
      intent="request-changes"
      icon="corner-up-left"
      label={requestChanges.label}
      submit="Send back to the author"
    >
      {(own) => (
        <NoteField
          {...own}
          label="What should change?"
          hint="The author reads this and can edit and resubmit. It then comes back to you."
        />
      )}
    </FoldedForm>
  ) : null
  if (!item.can_decide) return <p className="text-small text-muted-foreground">{OWN_CONTRIBUTION}</p>
  return (
    <>
      <ApproveForm {...props} />
      {isPage ? ask : null}
      {reject.hasReason ? (
        <FoldedForm {...props} intent="reject" icon="x" label={reject.label} submit={rejectLabel(item)}>
          {(own) =>
            reject.asks ? (
              <NoteField {...own} label={reject.asks} hint="Only the author reads this." />
            ) : (
              <Reasons {...own} />
            )
          }
        </FoldedForm>
      ) : (
        <RejectAtOnce {...props} />
      )}
      {isPage ? null : ask}
    </>
  )
}

/** On the item's own page each button has a line, with its key at the end. */
const WIDE = 'w-full justify-start'
const WIDE_SUMMARY = 'group-not-open:w-full group-not-open:justify-start'

/** The form of the approval; on the item's page its fields are in the article. */
export const approveFormOf = (id: string) => `approve-${id}`

/** Only the buttons of the item that is being decided are busy. */
function useButton({ item: { id }, isPage }: DecisionPanelProps) {
  const busy = useNavigation().formData?.get('id') === id
  const describedBy = isPage ? 'heading' : `title-${id}`
  return {
    busy,
    size: isPage ? undefined : 'sm',
    className: isPage ? WIDE : undefined,
    'aria-describedby': describedBy,
  } as const
}

function ApproveForm(props: DecisionPanelProps) {
  const { item, next, result, recipients, isPage } = props
  const { id, change } = item
  const { label, path } = specOf(item.kind).approve
  const button = useButton(props)
  const own = resultOf(result, id, 'approve')
  const applies = isPage && change?.field !== undefined && isApplicable(change.field)
  const keys = applies ? undefined : specOf(item.kind).reject.isHarmless ? 'a e' : 'a'
  if (path) {
    return (
      <ButtonLink to={path(id)} icon="check" data-key="a" size={button.size}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <Form method="post" id={approveFormOf(id)} className={isPage ? 'grid w-full gap-2.5' : undefined}>
      <VersionFields item={item} intent="approve" next={next} />
      {change?.field && !isPage ? <ValueOffer id={id} report={change.field} result={own} /> : null}
      {change?.effect && !isPage ? <input type="hidden" name="effect" value={change.effect} /> : null}
      {item.notice ? <AnswerField id={id} result={own} /> : null}
      {recipients ? <SilentChoice recipients={recipients} isSilent={submittedValue(own, 'silent') === 'on'} /> : null}
      {applies ? (
        <Button icon="check-check" name="apply" value="on" data-key="a" {...button}>
          Approve and apply
          <KeyHint name="A" />
        </Button>
      ) : null}
      <Button icon="check" data-key={keys} tone={applies ? 'secondary' : undefined} {...button}>
        {applies ? 'Approve only' : label}
        {isPage && !applies ? <KeyHint name="A" /> : null}
      </Button>
      {applies && change.field?.onRecord ? (
        <p className="text-caption text-muted-foreground">
          {`Approved without applying, the deal goes on saying ${change.field.onRecord}. Freshness then lists it with “Apply”.`}
        </p>
      ) : null}
      {isPage && change?.field && !applies ? (
        <Button tone="secondary" icon="check-check" name="apply" value="on" {...button}>
          Approve and apply
        </Button>
      ) : null}
    </Form>
  )
}

type FoldedFormProps = DecisionPanelProps & {
  intent: 'reject' | 'request-changes'
  icon: IconName
  label: string
  submit: string
  children: (own: FieldsProps) => ReactNode
}

// While the form is open, its button is "Cancel" on the line of the button that sends it.
const SUMMARY =
  'list-none marker:hidden group-open:absolute group-open:end-[max(0px,100%-40rem)] group-open:bottom-0 group-open:border-transparent group-open:bg-transparent group-open:text-foreground'

/** A decision with fields of its own, folded below its button. It is open when it comes back with errors. */
function FoldedForm({ intent, icon, label, submit, children, ...props }: FoldedFormProps) {
  const { item, next, result, isPage } = props
  const isRejection = intent === 'reject'
  const id = `${intent}-${item.id}`
  const own = resultOf(result, item.id, intent)
  const button = useButton(props)
  const tone = isRejection ? 'danger-quiet' : 'secondary'
  return (
    <details
      name={`decision-${item.id}`}
      id={id}
      data-key={isRejection ? 'r' : 'c'}
      className={classes('group open:relative open:grow open:basis-full', isPage && 'w-full')}
      open={own ? true : undefined}
    >
      <summary
        className={buttonClasses({ tone, size: button.size, className: classes(SUMMARY, isPage && WIDE_SUMMARY) })}
      >
        <Icon name={icon} className="size-4 group-open:hidden" />
        <span className="group-open:hidden">{label}</span>
        <span className="hidden group-open:inline">Cancel</span>
        {isPage ? <KeyHint name={isRejection ? 'R' : 'C'} className="group-open:hidden" /> : null}
      </summary>
      <Form method="post" className="grid max-w-160 gap-3.5">
        <VersionFields item={item} intent={intent} next={next} />
        {children({ id, result: own })}
        {/* No wider than its words: the button "Cancel" is beside it. */}
        <div>
          <Button tone={isRejection ? 'danger' : 'secondary'} {...button} className={undefined}>
            {submit}
          </Button>
        </div>
      </Form>
    </details>
  )
}

function rejectLabel({ kind }: QueueItem) {
  const { reject, noun } = specOf(kind)
  if (reject.label !== 'Reject') return reject.label
  return kind === 'review' ? 'Reject Review' : `Reject ${noun}`
}

function RejectAtOnce(props: DecisionPanelProps) {
  const { item, next, isPage } = props
  const { reject, stop } = specOf(item.kind)
  const button = useButton(props)
  const look = reject.isHarmless
    ? ({ tone: 'secondary', icon: 'check' } as const)
    : ({ tone: 'danger-quiet', icon: 'x' } as const)
  return (
    <Form method="post" className={classes('flex flex-wrap gap-2.5', isPage && 'w-full')}>
      <VersionFields item={item} intent="reject" next={next} />
      <Button {...look} data-key={reject.isHarmless ? 'r s' : 'r'} {...button}>
        {reject.label}
        {isPage ? <KeyHint name="R" /> : null}
      </Button>
      {stop ? (
        <Button tone="ghost" icon="ban" name="stop" value="on" {...button}>
          {stop.label}
        </Button>
      ) : null}
    </Form>
  )
}

/** The result, if it is that of the form of this item with this intent. */
export function resultOf(result: DecisionResult, id: string, intent: string): FormResult {
  return submittedValue(result, 'id') === id && submittedValue(result, 'intent') === intent ? result : undefined
}

type VersionFieldsProps = { item: QueueItem; intent: string; next?: string }

/** Each form sends the version of the item that was read. */
function VersionFields({ item: { kind, id, version }, intent, next }: VersionFieldsProps) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="kind" value={specOf(kind).segment} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
    </>
  )
}
