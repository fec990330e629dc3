import type { ReactNode } from 'react'
import { Button } from './button'
import { classes } from './classes'
import { Field } from './field'
import { SearchInput } from './input'

type FilterBarProps = {
  label: string
  action: string
  search: ReactNode
  /** More filters than fit beside the search: on most screens they are in a row below it. */
  isLong?: boolean
  /** The other filters. */
  children?: ReactNode
}

/** A GET form that filters a list; it submits itself when a select changes. */
export function FilterBar({ label, action, search, isLong, children }: FilterBarProps) {
  return (
    <search aria-label={label}>
      {/* The button is beside the last row of fields, however many rows there are. */}
      <form
        className="grid items-end gap-3 sm:grid-cols-[fit-content(100%)_auto] sm:justify-start"
        action={action}
        data-auto-submit=""
        data-filters=""
      >
        <div className="flex flex-wrap gap-3">
          {search}
          <div
            className={classes(
              '*:min-w-0 *:grow sm:*:max-w-60',
              // Browsers make a field for a day wider than others.
              isLong
                ? 'flex basis-full flex-wrap gap-3 *:basis-30 *:has-[[type=date]]:basis-43 min-[84rem]:contents'
                : 'contents *:basis-33',
            )}
          >
            {children}
          </div>
        </div>
        <Button tone="secondary">Apply</Button>
      </form>
    </search>
  )
}

type SearchFieldProps = { id: string; label: string; placeholder: string; maxLength: number; defaultValue: string }

export function SearchField({ id, label, ...input }: SearchFieldProps) {
  return (
    <Field id={id} label={label} className="grow-2 basis-full sm:max-w-104 sm:basis-52">
      <SearchInput {...input} id={id} name={id} />
    </Field>
  )
}
