import type { ComponentProps } from 'react'
import { classes } from './classes'

const COLUMNS = {
  /** Three selects and a button. */
  4: 'md:grid-cols-[repeat(3,minmax(0,1fr))_auto]',
  /** A search of its own line until there is room, four selects and a button. */
  6: 'md:grid-cols-[repeat(4,minmax(0,1fr))_auto] min-[70rem]:grid-cols-[minmax(0,1.7fr)_repeat(4,minmax(0,1fr))_auto]',
}

type FilterFormProps = { columns: keyof typeof COLUMNS } & Omit<ComponentProps<'form'>, 'className'>

/** A plain form: each search is a new document, so that the controls always match the address. */
export function FilterForm({ columns, ...form }: FilterFormProps) {
  return (
    <form
      {...form}
      className={classes(
        'grid grid-cols-2 gap-3 rounded-md border border-border bg-card p-4 md:items-end',
        COLUMNS[columns],
      )}
      data-auto-submit=""
      data-filters=""
    />
  )
}
