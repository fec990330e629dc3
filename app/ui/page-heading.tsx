import type { ReactNode } from 'react'
import { classes } from './classes'

type PageHeadingProps = {
  title: ReactNode
  /** A link back, above the title. */
  above?: ReactNode
  lead?: ReactNode
  /** `quiet` for screens of a member: what the page is for, not an introduction. */
  leadTone?: 'lead' | 'quiet'
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  /** Without room below, where the page has its own. */
  isFlush?: boolean
  children?: ReactNode
}

const LEADS = { lead: 'text-pretty text-lead text-muted-foreground leading-[1.55]', quiet: 'text-muted-foreground' }

/** The title of a page and what introduces it. */
export function PageHeading({ title, above, lead, leadTone = 'lead', actions, isFlush, children }: PageHeadingProps) {
  const intro = (
    <>
      <h1>{title}</h1>
      {lead ? <p className={classes('max-w-measure', LEADS[leadTone])}>{lead}</p> : null}
    </>
  )
  return (
    <div className={classes('wrap-anywhere grid gap-2.5 pt-8 md:pt-10 xl:pt-14', !isFlush && 'pb-6 md:pb-7 xl:pb-9')}>
      {above}
      {actions ? (
        <div className="grid items-end justify-items-start gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
          <div className="grid gap-2.5">{intro}</div>
          {actions}
        </div>
      ) : (
        intro
      )}
      {children}
    </div>
  )
}
