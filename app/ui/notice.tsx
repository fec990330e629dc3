import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

type NoticeProps = {
  /** `wait` while something is being checked, `closed` for what has ended. */
  tone?: 'ok' | 'bad' | 'wait' | 'closed'
  title: string
  text?: ReactNode
  icon?: IconName
  isLive?: boolean
  /** What can be done about it, at its end. */
  children?: ReactNode
}

const ICONS = { ok: 'circle-check', bad: 'circle-alert', wait: 'clock', closed: 'lock' } as const

export function Notice({ tone, title, text, icon, isLive = true, children }: NoticeProps) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div className={classes('notice', tone && `notice--${tone}`)} role={isLive ? role : undefined}>
      <Icon name={icon ?? (tone ? ICONS[tone] : 'info')} />
      <b>{title}</b>
      {text ? <p>{text}</p> : null}
      {children ? <div className="notice__action">{children}</div> : null}
    </div>
  )
}
