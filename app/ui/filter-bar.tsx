import type { ReactNode } from 'react'
import { Button } from './button'
import { Field } from './field'
import { SearchInput } from './input'

type FilterBarProps = { label: string; action: string; children: ReactNode }

/** A GET form that filters a list; it submits itself when a select changes. */
export function FilterBar({ label, action, children }: FilterBarProps) {
  return (
    <search aria-label={label}>
      <form className="filter-bar" action={action} data-auto-submit="" data-filters="">
        <div className="filter-bar__fields">{children}</div>
        <Button tone="secondary">Apply</Button>
      </form>
    </search>
  )
}

type SearchFieldProps = { id: string; label: string; placeholder: string; maxLength: number; defaultValue: string }

export function SearchField({ id, label, ...input }: SearchFieldProps) {
  return (
    <Field id={id} label={label} className="filter-bar__search">
      <SearchInput {...input} id={id} name={id} />
    </Field>
  )
}
