import type { ReactNode } from 'react'
import { Pill } from '~/ui/badge'

/** The root's loader counts no further. */
const MAX = 99

/** "4", or "99+" for more. */
const formatUnread = (unread: number) => (unread > MAX ? `${MAX}+` : String(unread))

/** "Notifications, 4 unread" */
export const nameNotifications = (unread: number) =>
  unread > 0 ? `Notifications, ${formatUnread(unread)} unread` : 'Notifications'

type UnreadCountProps = { unread: number; className?: string; isHidden?: boolean; size?: 'sm'; children?: ReactNode }

/** The number of unread notifications; nothing when there are none. `children` say what is counted. */
export function UnreadCount({ unread, className, isHidden, size, children }: UnreadCountProps) {
  if (unread === 0) return null
  return (
    <Pill due size={size} className={className} aria-hidden={isHidden || undefined}>
      {formatUnread(unread)}
      {children}
    </Pill>
  )
}
