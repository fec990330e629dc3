import type { ComponentProps, ReactNode } from 'react'
import { describedBy, Field } from './field'
import { Icon } from './icon'
import { inputClasses } from './input'

type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = { options: readonly SelectOption[]; size?: 'sm' | 'md' } & Omit<ComponentProps<'select'>, 'size'>

/** The native select with our own chevron; give it an `aria-label` where it has no label above it. */
export function Select({ options, size, className, ...select }: SelectProps) {
  return (
    <span className="relative block min-w-0 print:hidden">
      <select {...select} className={inputClasses({ size, kind: 'select', className })}>
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted-foreground"
      />
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
