import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { describedBy, Field } from './field'

type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = { options: readonly SelectOption[] } & ComponentProps<'select'>

/** The native select with our own chevron; give it an `aria-label` where it has no label above it. */
export function Select({ options, className, ...select }: SelectProps) {
  return (
    <span className="select">
      <select {...select} className={classes('input', className)}>
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

type SelectFieldProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  errors?: string[]
  fieldClassName?: string
} & SelectProps

export function SelectField({ label, hint, optional, errors, fieldClassName, ...select }: SelectFieldProps) {
  const { id } = select
  return (
    <Field {...{ id, label, hint, optional, errors, className: fieldClassName }}>
      <Select {...select} {...describedBy({ id, hint, errors })} />
    </Field>
  )
}
