import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'
import { Input, TextBox, type TextBoxProps } from './input'
import { textLength } from './text-length'

export const FIELD = 'grid min-w-0 content-start gap-1.5'

// Filters are labelled more quietly than the fields of a form.
export const LABEL =
  'text-small leading-snug font-semibold in-data-filters:text-caption in-data-filters:text-muted-foreground'

const HINT = 'text-caption leading-[1.45] text-subtle-foreground'

/** The look of an error, where a script writes its text. */
const FIELD_ERROR = 'flex items-start gap-1.5 text-caption leading-[1.4] font-medium text-destructive-ink'

type Frame = { label: ReactNode; hint?: ReactNode; optional?: boolean; errors?: string[] }

/** Label above, control, hint and errors below. The control is described by `{id}-hint` and `{id}-error`. */
export function Field({
  id,
  label,
  hint,
  optional,
  errors,
  aside,
  className,
  children,
}: Frame & { id: string; aside?: ReactNode; className?: string; children: ReactNode }) {
  const name = (
    <label className={LABEL} htmlFor={id}>
      {label}
      {optional ? <Optional /> : null}
    </label>
  )
  return (
    <div className={classes(FIELD, className)}>
      {aside ? (
        <span className="flex items-baseline justify-between gap-4">
          {name}
          {aside}
        </span>
      ) : (
        name
      )}
      {children}
      {hint ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

/** What the label of an optional field ends with. */
export function Optional() {
  return <span className="font-book text-subtle-foreground"> (optional)</span>
}

export function FieldHint({ className, ...rest }: ComponentProps<'p'>) {
  return <p {...rest} className={classes(HINT, className)} />
}

export function FieldErrors({ id, errors }: { id: string; errors?: string[] }) {
  if (!errors?.length) return null
  return <FieldError id={`${id}-error`}>{errors.join(' ')}</FieldError>
}

export function FieldError({ className, children, ...rest }: ComponentProps<'p'>) {
  return (
    <p data-error="" {...rest} className={classes(FIELD_ERROR, className)}>
      <Icon name="circle-alert" className="mt-0.5 size-4 text-destructive-ink" />
      <span>{children}</span>
    </p>
  )
}

/** The ARIA attributes that connect a control to its hint and errors. */
export function describedBy({ id, hint, errors }: { id: string; hint?: ReactNode; errors?: string[] }) {
  const invalid = Boolean(errors?.length)
  return {
    'aria-invalid': invalid || undefined,
    'aria-describedby': classes(hint ? `${id}-hint` : null, invalid && `${id}-error`) || undefined,
  }
}

/** "31 / 100" beside the label; the script updates it. */
function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  return (
    <span
      className={classes(HINT, 'whitespace-nowrap data-over:font-semibold data-over:text-destructive-ink')}
      data-count={id}
      data-max={max}
    >
      {`${length} / ${max}`}
    </span>
  )
}

type Control = { id: string; maxLength?: number; defaultValue?: unknown }
type Extra = Frame & { counter?: boolean; aside?: ReactNode; fieldClassName?: string }

/** Parts the props of a field into those of its frame and those of its control. */
function splitProps<Props extends Control>(props: Extra & Props) {
  const { label, hint, optional, errors, counter, aside, fieldClassName, ...control } = props
  const { id, maxLength } = props
  return {
    frame: { id, label, hint, optional, errors, className: fieldClassName, aside: counter ? counterOf(props) : aside },
    control: { ...control, maxLength: counter ? undefined : maxLength, ...describedBy({ id, hint, errors }) },
  }
}

export function TextField(props: Extra & Control & ComponentProps<'input'>) {
  const { frame, control } = splitProps(props)
  return (
    <Field {...frame}>
      <Input {...control} />
    </Field>
  )
}

export function TextArea(props: Extra & Control & TextBoxProps) {
  const { frame, control } = splitProps(props)
  return (
    <Field {...frame}>
      <TextBox {...control} />
    </Field>
  )
}

// With a counter only the server enforces the limit: the browser's `maxlength` counts an emoji as two.
function counterOf({ id, maxLength, defaultValue }: Control) {
  if (maxLength === undefined) return undefined
  return <Counter id={id} length={textLength(String(defaultValue ?? ''))} max={maxLength} />
}
