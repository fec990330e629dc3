import type { ComponentProps } from 'react'

/**
 * Three selects and a button. A plain form: each search is a new document, so that the controls always match the
 * address.
 */
export function FilterForm(form: Omit<ComponentProps<'form'>, 'className'>) {
  return (
    <form
      {...form}
      className="grid grid-cols-2 gap-3 rounded-md border border-border bg-card p-4 md:grid-cols-[repeat(3,minmax(0,1fr))_auto] md:items-end"
      data-auto-submit=""
      data-filters=""
    />
  )
}
