import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'
import { cappedCount } from './pluralize'

// Color is never the only sign: each badge has an icon and a word. The shape is `.badge` of styles/badges.css.
const BADGES = {
  active: { icon: 'circle-check', look: 'bg-primary text-primary-foreground' },
  ending: { icon: 'hourglass', look: 'bg-destructive text-destructive-foreground' },
  expired: { icon: 'lock', look: 'border-border-strong bg-muted text-muted-foreground' },
  unconfirmed: { icon: 'circle-dashed', look: 'border-dashed border-border-strong text-muted-foreground' },
  upcoming: { icon: 'calendar-clock', look: 'bg-accent text-accent-foreground' },
  pending: { icon: 'clock', look: 'bg-accent-soft text-accent-soft-foreground' },
  approved: { icon: 'check', look: 'bg-verified-soft text-verified-soft-foreground' },
  rejected: { icon: 'x', look: 'bg-destructive-soft text-destructive-soft-foreground' },
  change: { icon: 'corner-up-left', look: 'border-accent bg-card text-accent' },
  published: { icon: 'eye', look: 'border-border-strong text-foreground' },
  draft: { icon: 'pencil', look: 'border-dashed border-border-strong text-muted-foreground' },
} satisfies Record<string, { icon: IconName; look: string }>

export type BadgeTone = keyof typeof BADGES

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const { icon, look } = BADGES[tone]
  return (
    <span className={classes('badge', look)}>
      <Icon name={icon} />
      {children}
    </span>
  )
}

/** Only for verified items: approved changes and completed imports. */
export function Stamp({ children = 'Verified' }: { children?: ReactNode }) {
  return (
    <span className="badge border-3 border-double border-verified text-verified" data-stamp="">
      <Icon name="badge-check" />
      {children}
    </span>
  )
}

const FACT_TONES = {
  plain: 'bg-muted text-muted-foreground',
  due: 'bg-accent-soft text-accent-soft-foreground',
  bad: 'bg-destructive-soft text-destructive-soft-foreground',
  ok: 'bg-verified-soft text-verified-soft-foreground',
  mine: 'bg-primary-soft text-primary-soft-foreground',
}

type FactBadgeProps = { tone?: keyof typeof FACT_TONES; icon?: IconName; children: ReactNode }

/** A fact on a line, where a badge would be a state. */
export function FactBadge({ tone = 'plain', icon, children }: FactBadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-xs px-1.5 py-px text-caption leading-snug font-semibold',
        FACT_TONES[tone],
      )}
    >
      {icon ? <Icon name={icon} className="size-3.5 stroke-2" /> : null}
      {children}
    </span>
  )
}

const PILL_TONES = {
  plain: 'bg-muted text-muted-foreground',
  due: 'bg-accent-soft text-accent-soft-foreground',
}

const PILL_SIZES = {
  md: 'min-h-5.5 min-w-6 px-1.5 text-caption',
  sm: 'min-h-4.5 min-w-4.5 px-1 text-[0.6875rem]',
}

type PillProps = {
  due?: boolean
  /** `sm` is for the corner of an icon. */
  size?: keyof typeof PILL_SIZES
  className?: string
  'aria-hidden'?: boolean
  children: ReactNode
}

/** The round ground of a number. */
export function Pill({ due, size = 'md', className, children, ...rest }: PillProps) {
  return (
    <span
      {...rest}
      className={classes(
        'inline-flex items-center justify-center rounded-full font-bold whitespace-nowrap',
        PILL_TONES[due ? 'due' : 'plain'],
        PILL_SIZES[size],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** Capped at COUNT_CAP; `children` name what is counted where the context does not. */
export function Count({ value, due, children }: { value: number; due?: boolean; children?: ReactNode }) {
  return (
    <Pill due={due}>
      {cappedCount(value)}
      {children}
    </Pill>
  )
}

const TAG_TONES = {
  plain: 'border-border-strong font-medium text-muted-foreground',
  hot: 'border-destructive-ink/35 font-semibold text-destructive-ink',
  pick: 'border-accent/45 font-semibold text-accent',
}

type TagProps = {
  icon?: IconName
  tone?: keyof typeof TAG_TONES
  /** Cut off at the end of the line, instead of being continued on the next one. */
  isShort?: boolean
  to?: string
  children: ReactNode
}

/** A property of a deal, or the list of all that have it. */
export function Tag({ icon, tone = 'plain', isShort, to, children }: TagProps) {
  const look = classes(
    'min-h-7 rounded-xs border bg-card px-2 py-0.5 text-caption no-underline',
    TAG_TONES[tone],
    isShort && !icon ? 'block truncate leading-5.5' : 'inline-flex items-center gap-1',
    to ? 'max-w-full transition-colors hover:border-foreground' : 'whitespace-nowrap',
    to && !isShort && 'wrap-anywhere',
  )
  const inside = (
    <>
      {icon ? <Icon name={icon} className="size-3.5" /> : null}
      {children}
    </>
  )
  return to ? (
    <Link discover="none" className={look} to={to}>
      {inside}
    </Link>
  ) : (
    <span className={look}>{inside}</span>
  )
}
