import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

// `wait` while something is being checked, `closed` for what has ended.
const TONES = {
  plain: 'border-border-strong bg-card',
  ok: 'border-verified/45 bg-verified-soft text-verified-soft-foreground',
  bad: 'border-destructive-ink/45 bg-destructive-soft text-destructive-soft-foreground',
  wait: 'border-accent/45 bg-accent-soft text-accent-soft-foreground',
  closed: 'border-border-strong bg-muted',
}

const ICONS = { plain: 'info', ok: 'circle-check', bad: 'circle-alert', wait: 'clock', closed: 'lock' } as const

const LIVE_ROLES = { plain: 'status', ok: 'status', bad: 'alert', wait: 'status', closed: 'status' } as const

type NoticeTone = keyof typeof TONES

/** The box of a notice: its icon is in the first of two columns. */
export function noticeClasses({ tone = 'plain', className }: { tone?: NoticeTone; className?: string }) {
  return classes(
    'grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-0.5 rounded-md border px-4 py-3.5 text-control leading-[1.45]',
    TONES[tone],
    className,
  )
}

export function NoticeIcon({ name }: { name: IconName }) {
  return <Icon name={name} className="row-span-2 mt-0.5" />
}

type NoticeProps = {
  tone?: NoticeTone
  title: ReactNode
  text?: ReactNode
  icon?: IconName
  isLive?: boolean
  /** What can be done about it, at its end. */
  children?: ReactNode
}

export function Notice({ tone = 'plain', title, text, icon, isLive = true, children }: NoticeProps) {
  const isQuiet = tone === 'plain' || tone === 'closed'
  return (
    <div
      className={noticeClasses({
        tone,
        className: children && tone !== 'closed' ? 'sm:grid-cols-[auto_minmax(0,1fr)_auto]' : undefined,
      })}
      role={isLive ? LIVE_ROLES[tone] : undefined}
    >
      <NoticeIcon name={icon ?? ICONS[tone]} />
      <b className={tone === 'closed' ? 'font-display text-lead leading-[1.3] font-[560]' : undefined}>{title}</b>
      {text ? <p className={isQuiet ? 'text-muted-foreground' : undefined}>{text}</p> : null}
      {children ? <div className={ACTION[tone === 'closed' ? 'below' : 'beside']}>{children}</div> : null}
    </div>
  )
}

const ACTION = {
  beside: 'col-start-2 mt-2 sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:mt-0 sm:self-center',
  below: 'col-start-2 mt-1',
}
