import type { Feed } from '~/features/audience/feeds/feed'
import { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notification'
import { siteUrl } from '~/http/page.server'
import { site } from '~/site.server'

/**
 * A member's newest notifications as a feed. Reading it marks none as read.
 *
 * @param self the link of the feed
 */
export async function readPrivateFeed(userId: string, self: string): Promise<Feed> {
  const notifications = await listNotifications(userId, { isUnreadOnly: false, page: 1 })
  return {
    title: `Your notifications | ${site.name}`,
    description: 'What you follow and decisions on your contributions. Anyone with this link can read it.',
    page: siteUrl('/account/notifications'),
    self,
    entries: notifications.map(({ id: entry, created_at, notification, deal, given }) => {
      const { label, title, text } = describeNotification(notification, deal, given)
      return {
        id: `urn:uuid:${entry}`,
        url: siteUrl(`/account/notifications/${entry}`),
        title,
        text,
        published: created_at,
        modified: created_at,
        tags: [label],
        facts: {},
      }
    }),
  }
}
