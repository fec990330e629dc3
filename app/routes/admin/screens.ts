import type { Kind } from '~/features/moderation/queue'
import type { IconName } from '~/ui/icon'

type Screen = {
  to: string
  label: string
  icon: IconName
  /** What one does there, for the tile. */
  does: string
  /** Whose pending items wait there. */
  queue?: Kind
}

/** Every screen of the staff but the dashboard, in the order of navigation and tiles. */
export const SCREENS: Screen[] = [
  { to: '/admin/deals', label: 'Deals', icon: 'tags', does: 'Create, edit, publish and remove deals' },
  { to: '/admin/csv-import', label: 'CSV Import', icon: 'file-up', does: 'Load many deals from one file' },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    icon: 'message-square-text',
    does: 'Approve or reject buyer reviews',
    queue: 'review',
  },
  {
    to: '/admin/comments',
    label: 'Comments',
    icon: 'messages-square',
    does: 'Approve or reject comments',
    queue: 'comment',
  },
  {
    to: '/admin/change-logs',
    label: 'Change Reports',
    icon: 'badge-check',
    does: 'Verify or reject change reports',
    queue: 'change_log',
  },
  { to: '/admin/analytics', label: 'Analytics', icon: 'chart-line', does: 'Clicks, ratings and pending counts' },
  { to: '/admin/users', label: 'Users', icon: 'users', does: 'Roles, status and karma' },
  { to: '/admin/categories', label: 'Categories', icon: 'folder-open', does: 'Categories for deals, on two levels' },
  { to: '/admin/platforms', label: 'Platforms', icon: 'store', does: 'Marketplaces where deals are sold' },
  { to: '/admin/seo', label: 'SEO', icon: 'globe', does: 'Titles and descriptions for search engines' },
  { to: '/admin/audit', label: 'Audit Log', icon: 'history', does: 'Every recorded action, by person and time' },
]
