import type { ReactNode } from 'react'
import { classes } from './classes'

/** The sections of a page to be read from top to bottom. `close` where they belong together. */
export function DocSections({ spacing = 'wide', children }: { spacing?: keyof typeof GAPS; children: ReactNode }) {
  return <div className={classes('grid grid-cols-1 pb-section', GAPS[spacing])}>{children}</div>
}

const GAPS = { wide: 'gap-10 md:gap-12 xl:gap-15', close: 'gap-10' }

type DocSectionProps = {
  /** Of the title, for links to the section. */
  id: string
  title: string
  /** For screen readers only, where the content speaks for itself. */
  isTitleHidden?: boolean
  lead?: ReactNode
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

export function DocSection({ id, title, isTitleHidden, lead, aside, children }: DocSectionProps) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-4.5">
      {isTitleHidden ? (
        <h2 id={id} className="sr-only">
          {title}
        </h2>
      ) : (
        <div className="grid gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
          <div className="grid gap-2">
            <h2 id={id} className="text-figure-md">
              {title}
            </h2>
            {lead ? <p className="max-w-measure text-muted-foreground">{lead}</p> : null}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
