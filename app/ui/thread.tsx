import type { ReactNode } from 'react'
import { classes } from './classes'
import { LocalDate } from './local-date'

type ThreadProps = {
  label: string
  /** Beside a column of dates: on phones, where there is no room for a second one, its dates are above the texts. */
  isNested?: boolean
  children: ReactNode
}

/** Dated entries below a text, oldest first. */
export function Thread({ label, isNested, children }: ThreadProps) {
  return (
    <ol className="group/thread mt-1.5 grid" data-nested={isNested || undefined} aria-label={label}>
      {children}
    </ol>
  )
}

const ENTRY = 'relative grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-6 border-border py-3 not-first:border-t'
const ENTRY_LINE = 'before:absolute before:inset-y-0 before:start-20 before:border-s before:border-rule'
const NESTED_ENTRY =
  'max-sm:group-data-nested/thread:grid-cols-1 max-sm:group-data-nested/thread:ps-3 max-sm:group-data-nested/thread:before:start-0'

type ThreadEntryProps = {
  /** The anchor of the entry. */
  id?: string
  date: string | Date
  title: ReactNode
  /** Beside the title, such as stars. */
  aside?: ReactNode
  children?: ReactNode
}

export function ThreadEntry({ id, date, title, aside, children }: ThreadEntryProps) {
  return (
    <li id={id} className={classes(ENTRY, ENTRY_LINE, NESTED_ENTRY)}>
      <LocalDate
        value={date}
        form="stacked"
        className="items-baseline gap-1 text-end text-small leading-snug text-subtle-foreground max-sm:group-data-nested/thread:flex"
      />
      <div className="grid min-w-0 gap-1 text-control">
        <h4 className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-control">
          {title} {aside}
        </h4>
        {children}
      </div>
    </li>
  )
}
