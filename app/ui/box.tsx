import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'

/** For elements that are more than a box: forms, and those that open and close. */
export const BOX_LOOK = {
  box: 'min-w-0 rounded-md border border-border bg-card',
  head: 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-border border-b px-5 py-4',
  title: 'font-bold font-sans text-base leading-snug tracking-[0]',
}

type BoxProps = { as?: 'section' | 'div' | 'aside' | 'article' } & Omit<ComponentProps<'section'>, 'ref'>

/** A bordered panel. `className` is for its place on the page. */
export function Box({ as: Element = 'section', className, ...rest }: BoxProps) {
  return <Element {...rest} className={classes(BOX_LOOK.box, className)} />
}

type TitledBoxProps = {
  /** Of the title. */
  id: string
  title: ReactNode
  /** At the end of the line of the title. */
  beside?: ReactNode
  children: ReactNode
}

/** A box with a title, which names it for screen readers. */
export function TitledBox({ id, title, beside, children }: TitledBoxProps) {
  return (
    <Box aria-labelledby={id}>
      <BoxHead>
        <BoxTitle id={id}>{title}</BoxTitle>
        {beside}
      </BoxHead>
      {children}
    </Box>
  )
}

/** The line with the title; what comes after it is at the end of the line. */
export function BoxHead({ children }: { children: ReactNode }) {
  return <div className={BOX_LOOK.head}>{children}</div>
}

export function BoxTitle({ as: Heading = 'h2', ...rest }: { as?: 'h2' | 'h3' } & Omit<ComponentProps<'h2'>, 'ref'>) {
  return <Heading {...rest} className={BOX_LOOK.title} />
}

/** `className` is for how its content is laid out. */
export function BoxBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('p-5', className)}>{children}</div>
}

/** Facts in a box: what on the left, how much on the right. */
export function Pairs({ children }: { children: ReactNode }) {
  return <dl className="grid divide-y divide-border">{children}</dl>
}

export function Pair({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2">
      <dt className="text-control text-muted-foreground">{label}</dt>
      <dd className="whitespace-nowrap font-display text-title leading-heading">{children}</dd>
    </div>
  )
}
