import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

const FRAMES = {
  alone: 'rounded-md border bg-card',
  /** Below the head of a box. */
  inBox: 'border-b',
}

const COLUMNS = {
  four: 'grid-cols-2 md:grid-cols-4',
  /** On phones as well. */
  three: 'grid-cols-3',
}

type StatsProps = { frame?: keyof typeof FRAMES; columns?: keyof typeof COLUMNS; children: ReactNode }

/** Counts beside each other. */
export function Stats({ frame = 'alone', columns = 'four', children }: StatsProps) {
  return <dl className={classes('grid overflow-hidden border-border', FRAMES[frame], COLUMNS[columns])}>{children}</dl>
}

const SIZES = {
  lg: { box: 'pt-4.5 pb-5', label: '', figure: 'text-figure-lg' },
  /** Three of them fit a phone: without icons, with labels of two lines. */
  md: {
    box: 'py-3.5 max-md:px-3',
    label: 'max-md:min-h-9 max-md:items-start max-md:text-caption max-md:leading-snug max-md:[&>svg]:hidden',
    figure: 'text-figure-lg max-md:text-title',
  },
}
const TONES = { plain: '', due: 'text-accent', bad: 'text-destructive-ink' }

type StatProps = {
  label: string
  icon?: IconName
  size?: keyof typeof SIZES
  tone?: keyof typeof TONES
  /** On a line of its own. */
  below?: ReactNode
  children: ReactNode
}

export function Stat({ label, icon, size = 'lg', tone = 'plain', below, children }: StatProps) {
  return (
    <div className={classes('flex flex-col gap-1 px-5 shadow-[1px_1px_0_var(--color-border)]', SIZES[size].box)}>
      <dt
        className={classes('flex items-center gap-2 font-medium text-muted-foreground text-small', SIZES[size].label)}
      >
        {icon ? <Icon name={icon} className="size-4.5 text-subtle-foreground" /> : null}
        {label}
      </dt>
      <dd
        className={classes('font-[540] font-display leading-[1.1] tracking-[-0.02em]', SIZES[size].figure, TONES[tone])}
      >
        {children}
      </dd>
      {below ? <dd className="text-caption leading-snug text-subtle-foreground">{below}</dd> : null}
    </div>
  )
}
