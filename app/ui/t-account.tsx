import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

const SIDES = {
  start: {
    column: 'sm:border-e sm:border-foreground sm:pe-6',
    head: 'sm:-me-6 sm:pe-6',
    icon: 'text-verified',
  },
  end: { column: 'max-sm:mt-4 sm:ps-6', head: 'sm:-ms-6 sm:ps-6', icon: 'text-destructive-ink' },
}

type Side = {
  heading: string
  icon: IconName
  entries: string[]
  /** Shows how many entries it has. */
  isCounted?: boolean
}

type TAccountProps = {
  /** What speaks for something; undefined leaves the side out. */
  start: Side | undefined
  end: Side | undefined
  children?: ReactNode
  id?: string
}

/** A T-account: one head rule, one upright, two lists. `children` are its heading, which `id` names. */
export function TAccount({ start, end, children, id }: TAccountProps) {
  const isWhole = Boolean(start && end)
  return (
    <section
      className="rounded-md border border-border-strong bg-card px-4.5 pt-5.5 pb-6 md:px-6 lg:px-7"
      aria-labelledby={id}
    >
      {children}
      <div className={classes('mt-4 grid', isWhole && 'sm:grid-cols-2')}>
        {start ? <Column side={start} look={SIDES.start} isWhole={isWhole} /> : null}
        {end ? <Column side={end} look={SIDES.end} isWhole={isWhole} /> : null}
      </div>
    </section>
  )
}

type ColumnProps = { side: Side; look: (typeof SIDES)[keyof typeof SIDES]; isWhole: boolean }

function Column({ side: { heading, icon, entries, isCounted }, look, isWhole }: ColumnProps) {
  return (
    <div className={isWhole ? look.column : undefined}>
      <h3
        className={classes(
          'flex items-center justify-between border-b-2 border-foreground pb-2 text-base',
          isWhole && look.head,
        )}
      >
        {heading}
        {isCounted ? <span className="text-small font-medium text-subtle-foreground">{entries.length}</span> : null}
      </h3>
      <ul className="grid">
        {entries.map((text) => (
          <li
            key={text}
            className="grid grid-cols-[1.25rem_1fr] gap-2.5 border-b border-border py-3 text-control leading-5.5 last:border-b-0"
          >
            <Icon name={icon} className={classes('mt-0.5 size-4.5 stroke-[2.25]', look.icon)} />
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
