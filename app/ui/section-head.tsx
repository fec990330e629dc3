import type { ReactNode } from 'react'
import { classes } from './classes'

const LINES = { ruled: 'mb-5 border-b border-border-strong md:mb-6 xl:mb-7.5', none: 'mb-1' }

type SectionHeadProps = {
  /** `none` where the content begins with a rule of its own. */
  line?: keyof typeof LINES
  children: ReactNode
}

/** The heading of a section, with a link or an action at the end of its line. */
export function SectionHead({ line = 'ruled', children }: SectionHeadProps) {
  return (
    <div className={classes('flex flex-wrap items-end justify-between gap-x-8 gap-y-1 pb-3.5', LINES[line])}>
      {children}
    </div>
  )
}
