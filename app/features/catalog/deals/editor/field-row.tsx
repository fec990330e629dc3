import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

// The fields of a row are beside each other when the list is wide enough, which depends on the panel beside the form.
const RULED = 'not-first-of-type:mt-1 not-first-of-type:border-t not-first-of-type:pt-3.5'
const KINDS = {
  entry: 'grid-cols-[minmax(0,1fr)_auto] items-center @max-md:pb-3 @md:grid-cols-[6.75rem_minmax(0,1fr)_auto]',
  question: classes('grid-cols-[minmax(0,1fr)] items-start @md:grid-cols-[minmax(0,1fr)_auto]', RULED),
  plan: 'grid-cols-2 items-center @2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(9.75rem,1fr)_auto]',
  limit: classes('grid-cols-[minmax(0,1fr)_auto] items-center', RULED),
}

/** One of several rows of fields, with its buttons and errors. */
export function FieldRow({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  return <div className={classes('grid gap-2 border-border *:[p]:col-span-full', KINDS[kind])}>{children}</div>
}

/** Around rows. */
export const FIELD_ROWS = '@container grid gap-2.5'
