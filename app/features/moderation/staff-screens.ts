import type { IconName } from '~/ui/icon'
import type { Kind } from './queue'

type StaffScreen = {
  to: string
  label: string
  icon: IconName
  /** The queue whose pending items it counts. */
  queue?: Kind
}

/** All staff screens except the dashboard, in the order of the navigation. */
export const STAFF_SCREENS: StaffScreen[] = [
  { to: '/admin/deals', label: 'Deals', icon: 'tags' },
  { to: '/admin/csv-import', label: 'CSV Import', icon: 'file-up' },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    icon: 'message-square-text',
    queue: 'review',
  },
  {
    to: '/admin/comments',
    label: 'Comments',
    icon: 'messages-square',
    queue: 'comment',
  },
  {
    to: '/admin/change-logs',
    label: 'Change Reports',
    icon: 'badge-check',
    queue: 'change_log',
  },
  { to: '/admin/analytics', label: 'Analytics', icon: 'chart-line' },
  { to: '/admin/users', label: 'Users', icon: 'users' },
  {
    to: '/admin/categories',
    label: 'Categories',
    icon: 'folder-open',
  },
  { to: '/admin/platforms', label: 'Platforms', icon: 'store' },
  { to: '/admin/seo', label: 'SEO', icon: 'globe' },
  { to: '/admin/audit', label: 'Audit Log', icon: 'history' },
]
