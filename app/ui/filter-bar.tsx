import type { ReactNode } from 'react'
import { Button } from './button'
import { Icon } from './icon'

type FilterBarProps = { label: string; action: string; children: ReactNode }

/** A GET form that filters a list; it submits itself when a select changes. */
export function FilterBar({ label, action, children }: FilterBarProps) {
  return (
    <search aria-label={label}>
      <form className="filter-bar" action={action} data-auto-submit="">
        <div className="filter-bar__fields">{children}</div>
        <Button tone="secondary">Apply</Button>
      </form>
    </search>
  )
}

type SearchFieldProps = { id: string; label: string; placeholder: string; maxLength: number; defaultValue: string }

export function SearchField({ id, label, ...input }: SearchFieldProps) {
  return (
    <div className="field filter-bar__search">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="search">
        <Icon name="search" />
        <input {...input} className="input" id={id} name={id} type="search" />
      </div>
    </div>
  )
}
