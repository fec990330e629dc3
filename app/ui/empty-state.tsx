import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

type EmptyStateProps = { icon: IconName; title: string; text?: string; children?: ReactNode }

/** An empty list, with at most one action (`children`). */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <div className="empty__in">
        <Icon name={icon} />
        <b>{title}</b>
        {text ? <p>{text}</p> : null}
        {children}
      </div>
    </div>
  )
}
