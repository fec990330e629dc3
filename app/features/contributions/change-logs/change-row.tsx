import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'

/** What a row says. The first name is for threads, which are narrower here. */
export const CHANGE_ENTRY = 'changelog__entry grid min-w-0 justify-items-start gap-1.5'
/** Kind, dates and source below it. */
export const CHANGE_META = 'mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-caption text-subtle-foreground'

/** The red line that joins the marks of all rows, from the first to the last. */
const LINE =
  'before:absolute before:start-23.5 before:-top-px before:bottom-0 before:border-s before:border-rule first:before:top-6 last:before:bottom-auto last:before:h-6 only:before:hidden'

type ChangeRowProps = { id?: string; on: Date | string; isFromFile?: boolean; children: ReactNode }

/** One verified change in a list of them, with its date. */
export function ChangeRow({ id, on, isFromFile, children }: ChangeRowProps) {
  return (
    <li
      className={`relative grid grid-cols-[4.25rem_1.5rem_minmax(0,1fr)] gap-x-3.5 py-4.5 not-first:border-t not-first:border-border target:bg-primary-soft ${LINE}`}
      id={id}
    >
      <span className="pt-0.5 text-end text-small leading-[1.3] text-subtle-foreground">
        <span className="sr-only">{isFromFile ? 'Dated ' : 'Verified on '}</span>
        <LocalDate value={on} form="stacked" className="grid" />
      </span>
      <span className="relative z-1 grid h-6.5 w-6 place-items-center self-start bg-background text-verified">
        <Icon name="badge-check" className="size-5.5 fill-verified-soft" />
      </span>
      {children}
    </li>
  )
}
