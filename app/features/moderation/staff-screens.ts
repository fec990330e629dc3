import type { IconName } from '~/ui/icon'
import type { Kind } from './queue'

type StaffScreen = {
  to: string
  label: string
  icon: IconName
  /** Shown on its tile. */
  description: string
  /** The queue whose pending items it counts. */
  queue?: Kind
}

/** All staff screens except the dashboard, in the order of navigation and tiles. */
export const STAFF_SCREENS: StaffScreen[] = [
  { to: '/admin/deals', label: 'Deals', icon: 'tags', description: 'Create, edit, publish and remove deals' },
  { to: '/admin/csv-import', label: 'CSV Import', icon: 'file-up', description: 'Load many deals from one file' },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    icon: 'message-square-text',
    description: 'Approve or reject buyer reviews',
    queue: 'review',
  },
  {
    to: '/admin/comments',
    label: 'Comments',
    icon: 'messages-square',
    description: 'Approve or reject comments',
    queue: 'comment',
  },
  {
    to: '/admin/change-logs',
    label: 'Change Reports',
    icon: 'badge-check',
    description: 'Verify or reject change reports',
    queue: 'change_log',
  },
  { to: '/admin/analytics', label: 'Analytics', icon: 'chart-line', description: 'Clicks, ratings and pending counts' },
  { to: '/admin/users', label: 'Users', icon: 'users', description: 'Roles, status and karma' },
  {
    to: '/admin/categories',
    label: 'Categories',
    icon: 'folder-open',
    description: 'Categories for deals, on two levels',
  },
  { to: '/admin/platforms', label: 'Platforms', icon: 'store', description: 'Marketplaces where deals are sold' },
  { to: '/admin/seo', label: 'SEO', icon: 'globe', description: 'Titles and descriptions for search engines' },
  { to: '/admin/audit', label: 'Audit Log', icon: 'history', description: 'Every recorded action, by person and time' },
]
