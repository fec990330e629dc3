import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { PageLink } from './page-link'
import { UnreadCount } from './unread-count'

/** The pages of one's own account; in a narrow window one line that scrolls and begins with the current page in view. */
export function AccountNav({ unread }: { unread: number }) {
  return (
    <nav
      className={classes(
        'relative -mx-gutter flex scroll-px-gutter gap-1 overflow-x-auto border-b border-border px-gutter pb-2 [scrollbar-width:none]',
        'lg:-ms-3 lg:me-0 lg:grid lg:gap-0.5 lg:overflow-visible lg:border-0 lg:p-0',
      )}
      aria-label="Account"
    >
      <Entry to="/account" icon="user-round">
        Overview
      </Entry>
      <Entry to="/account/notifications" icon="bell">
        Notifications
        <UnreadCount unread={unread} className="ms-auto">
          <span className="sr-only"> unread</span>
        </UnreadCount>
      </Entry>
      <Entry to="/account/purchases" icon="receipt-text" end={false}>
        My purchases
      </Entry>
      <Entry to="/account/contributions" icon="pen-line">
        Contributions
      </Entry>
      <Entry to="/account/following" icon="bookmark">
        Following
      </Entry>
      <Entry to="/account/security" icon="lock">
        Security
      </Entry>
      <Entry to="/account/settings" icon="settings">
        Settings
      </Entry>
    </nav>
  )
}

type EntryProps = { to: string; icon: IconName; end?: boolean; children: ReactNode }

function Entry({ to, icon, end = true, children }: EntryProps) {
  return (
    <PageLink
      to={to}
      end={end}
      className={classes(
        'group flex min-h-control items-center gap-2.5 rounded-sm px-3 text-control font-medium whitespace-nowrap text-muted-foreground no-underline',
        'hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground',
        'max-lg:aria-[current=page]:[scroll-initial-target:nearest]',
      )}
    >
      <Icon name={icon} className="group-aria-[current=page]:text-primary" />
      {children}
    </PageLink>
  )
}
