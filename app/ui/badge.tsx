import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'
import { cappedCount } from './pluralize'

// Color is never the only sign: each badge has an icon and a word.
const BADGE_ICONS = {
  active: 'circle-check',
  ending: 'hourglass',
  expired: 'lock',
  upcoming: 'calendar-clock',
  pending: 'clock',
  approved: 'check',
  rejected: 'x',
  change: 'corner-up-left',
  published: 'eye',
  draft: 'pencil',
} satisfies Record<string, IconName>

export type BadgeTone = keyof typeof BADGE_ICONS

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={`badge badge--${tone}`}>
      <Icon name={BADGE_ICONS[tone]} />
      {children}
    </span>
  )
}

/** Only for verified items: approved changes and completed imports. */
export function Stamp({ children = 'Verified' }: { children?: ReactNode }) {
  return (
    <span className="stamp">
      <Icon name="badge-check" />
      {children}
    </span>
  )
}

/** Capped at COUNT_CAP; `children` name what is counted where the context does not. */
export function Count({ value, due, children }: { value: number; due?: boolean; children?: ReactNode }) {
  return (
    <span className={classes('count', due && 'count--due')}>
      {cappedCount(value)}
      {children}
    </span>
  )
}

type TagProps = { icon?: IconName; tone?: 'hot' | 'pick'; to?: string; children: ReactNode }

export function Tag({ icon, tone, to, children }: TagProps) {
  const look = classes('tag', tone && `tag--${tone}`)
  const inside = (
    <>
      {icon ? <Icon name={icon} /> : null}
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
