import type { Role } from '~/db/schema'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { IconName } from '~/ui/icon'

type StaffScreen = {
  to: string
  label: string
  icon: IconName
  /** The kind whose waiting items it counts, or all of them. */
  waiting?: Kind | 'all'
  isForAdmins?: boolean
}

/** All staff screens except the dashboard, in the order of the navigation. */
const STAFF_SCREENS: StaffScreen[] = [
  { to: '/admin/queue', label: 'Queue', icon: 'inbox', waiting: 'all' },
  { to: '/admin/deals', label: 'Deals', icon: 'tags' },
  { to: '/admin/products', label: 'Products', icon: 'package' },
  { to: '/admin/vendors', label: 'Vendors', icon: 'building-2' },
  { to: '/admin/csv-import', label: 'CSV Import', icon: 'file-up' },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    icon: 'message-square-text',
    waiting: 'review',
  },
  {
    to: '/admin/comments',
    label: 'Comments',
    icon: 'messages-square',
    waiting: 'comment',
  },
  {
    to: '/admin/change-logs',
    label: 'Change Reports',
    icon: 'badge-check',
    waiting: 'change_log',
  },
  { to: '/admin/analytics', label: 'Analytics', icon: 'chart-line' },
  { to: '/admin/users', label: 'Users', icon: 'users' },
  {
    to: '/admin/categories',
    label: 'Categories',
    icon: 'folder-open',
  },
  { to: '/admin/platforms', label: 'Platforms', icon: 'store' },
  { to: '/admin/site', label: 'Site', icon: 'pencil', isForAdmins: true },
  { to: '/admin/pages', label: 'Pages', icon: 'file-pen-line', isForAdmins: true },
  { to: '/admin/links', label: 'Links', icon: 'link', isForAdmins: true },
  { to: '/admin/seo', label: 'SEO', icon: 'globe' },
  { to: '/admin/audit', label: 'Audit Log', icon: 'history' },
  { to: '/admin/system', label: 'System', icon: 'settings', isForAdmins: true },
]

/** The screens that somebody with this role can open. */
export const staffScreensOf = (role: Role | undefined) =>
  STAFF_SCREENS.filter(({ isForAdmins }) => !isForAdmins || role === 'ADMIN')

/** How many wait on a screen. */
export function countWaitingOn({ waiting }: StaffScreen, counts: Record<Kind, number>) {
  if (waiting === 'all') return Object.values(counts).reduce((sum, count) => sum + count, 0)
  return waiting ? counts[waiting] : 0
}
