import { Icon } from '~/ui/icon'
import { PageLink } from './page-link'
import { UnreadCount } from './unread-count'

/** The pages of one's own account. */
export function AccountNav({ unread }: { unread: number }) {
  return (
    <nav className="account-nav" aria-label="Account">
      <PageLink to="/account" end>
        <Icon name="user-round" />
        Overview
      </PageLink>
      <PageLink to="/account/notifications" end>
        <Icon name="bell" />
        Notifications
        <UnreadCount unread={unread}>
          <span className="sr-only"> unread</span>
        </UnreadCount>
      </PageLink>
      <PageLink to="/account/purchases">
        <Icon name="receipt-text" />
        My purchases
      </PageLink>
      <PageLink to="/account/contributions" end>
        <Icon name="pen-line" />
        Contributions
      </PageLink>
      <PageLink to="/account/following" end>
        <Icon name="bookmark" />
        Following
      </PageLink>
      <PageLink to="/account/security" end>
        <Icon name="lock" />
        Security
      </PageLink>
      <PageLink to="/account/settings" end>
        <Icon name="settings" />
        Settings
      </PageLink>
    </nav>
  )
}
