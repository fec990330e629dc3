import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'
import { textLength } from './text-length'

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
    <label className="field__label" htmlFor={id}>
      {label}
      {optional ? <span className="field__opt"> (optional)</span> : null}
    </label>
  )
  return (
    <div className={classes('field', className)}>
      {aside ? (
        <span className="field__row">
          {name}
          {aside}
        </span>
      ) : (
        name
      )}
      {children}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

export function FieldErrors({ id, errors }: { id: string; errors?: string[] }) {
  if (!errors?.length) return null
  return (
    <p className="field__error" id={`${id}-error`}>
      <Icon name="circle-alert" />
      <span>{errors.join(' ')}</span>
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
    <span className="field__hint" data-count={id} data-max={max}>
      {`${length} / ${max}`}
    </span>
  )
}

type Extra = Frame & { id: string; counter?: boolean; aside?: ReactNode; fieldClassName?: string }

export function TextField({
  label,
  hint,
  optional,
  errors,
  counter,
  aside,
  fieldClassName,
  className,
  ...input
}: Extra & ComponentProps<'input'>) {
  const { id } = input
  return (
    <Field
      {...{ id, label, hint, optional, errors, className: fieldClassName }}
      aside={counter ? counterOf(input) : aside}
    >
      <input
        {...input}
        maxLength={counter ? undefined : input.maxLength}
        {...describedBy({ id, hint, errors })}
        className={classes('input', className)}
      />
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  optional,
  errors,
  counter,
  aside,
  fieldClassName,
  className,
  ...input
}: Extra & ComponentProps<'textarea'>) {
  const { id } = input
  return (
    <Field
      {...{ id, label, hint, optional, errors, className: fieldClassName }}
      aside={counter ? counterOf(input) : aside}
    >
      <textarea
        {...input}
        maxLength={counter ? undefined : input.maxLength}
        {...describedBy({ id, hint, errors })}
        className={classes('input', className)}
      />
    </Field>
  )
}

type Counted = { id: string; maxLength?: number; defaultValue?: unknown }

// With a counter only the server enforces the limit: the browser's `maxlength` counts an emoji as two.
function counterOf({ id, maxLength, defaultValue }: Counted) {
  if (maxLength === undefined) return undefined
  return <Counter id={id} length={textLength(String(defaultValue ?? ''))} max={maxLength} />
}
