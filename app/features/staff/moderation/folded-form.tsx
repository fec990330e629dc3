import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { VersionFields } from './decision-fields'
import { KeyHint } from './key-hint'
import type { ViewItem } from './queue-item.server'
import { useIsBusy } from './use-is-busy'

type FoldedFormProps = {
  /** Links to the form open it. */
  id: string
  item: ViewItem
  /** Beside other items in a list. */
  compact?: boolean
  /** Id of the item in the list to focus after a decision on this one. */
  next?: string
  intent: 'reject' | 'request-changes'
  /** C, or R for a rejection, which may have another key besides. */
  shortcut: string
  icon: IconName
  label: string | undefined
  /** Whether it comes back with errors. */
  isOpen: boolean
  submit: { tone: 'danger' | 'secondary'; label: string }
  children: ReactNode
}

const FOLDED_LOOKS = {
  reject: { frame: 'border-destructive-ink', summary: 'text-destructive-ink hover:bg-destructive-soft' },
  'request-changes': { frame: 'border-input', summary: 'hover:bg-muted' },
}

const SUMMARY =
  'flex min-h-control cursor-pointer list-none items-center gap-2 rounded-sm px-4.5 py-2 text-control leading-heading font-semibold marker:hidden group-open:rounded-b-none group-open:border-b group-open:border-border'

// While the form is open, its button is "Cancel" on the line of the button that sends it.
const COMPACT_SUMMARY =
  'list-none marker:hidden group-open:absolute group-open:end-[max(0px,100%-40rem)] group-open:bottom-0 group-open:border-transparent group-open:bg-transparent group-open:text-foreground'

/** A decision with fields of its own, folded below its button. */
export function FoldedForm(props: FoldedFormProps) {
  const { id, item, compact, next, intent, shortcut, icon, label, isOpen, submit, children } = props
  const busy = useIsBusy(item, compact)
  const look = FOLDED_LOOKS[intent]
  const keys = `${intent === 'reject' ? 'r' : 'c'} ${shortcut.toLowerCase()}`
  if (compact) {
    return (
      <details
        name={`verdict-${item.id}`}
        id={id}
        data-key={keys}
        className="group open:relative open:grow open:basis-full"
        open={isOpen ? true : undefined}
      >
        <summary
          className={buttonClasses({
            tone: intent === 'reject' ? 'danger-quiet' : 'secondary',
            size: 'sm',
            className: COMPACT_SUMMARY,
          })}
        >
          <Icon name={icon} className="size-4 group-open:hidden" />
          <span className="group-open:hidden">{label}</span>
          <span className="hidden group-open:inline">Cancel</span>
        </summary>
        <Form method="post" className="grid max-w-160 gap-3.5">
          <VersionFields item={item} intent={intent} next={next} />
          {children}
          <div>
            <Button size="sm" tone={submit.tone}>
              {submit.label}
            </Button>
          </div>
        </Form>
      </details>
    )
  }
  return (
    <details
      name="verdict"
      id={id}
      data-key={keys}
      className={classes('group rounded-sm border', look.frame)}
      open={isOpen ? true : undefined}
    >
      <summary className={classes(SUMMARY, look.summary)}>
        <Icon name={icon} className="size-4.5" />
        <span>{label}</span>
        <KeyHint name={shortcut} className="group-open:hidden" />
      </summary>
      <Form method="post" className="grid gap-3.5 px-4.5 pt-3.5 pb-4.5">
        <VersionFields item={item} intent={intent} />
        {children}
        <Button tone={submit.tone} busy={busy}>
          {submit.label}
        </Button>
      </Form>
    </details>
  )
}
