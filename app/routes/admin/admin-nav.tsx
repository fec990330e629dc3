import type { Kind } from '~/features/moderation/queue'
import { STAFF_SCREENS } from '~/features/moderation/staff-screens'
import { PageLink } from '~/layout/page-link'
import { Count } from '~/ui/badge'
import { Icon } from '~/ui/icon'

export function AdminNav({ pending }: { pending: Record<Kind, number> }) {
  return (
    <nav className="admin-nav" aria-label="Admin">
      {/* Skips the dozen links of this navigation. */}
      <a className="skip" href="#screen">
        Skip admin navigation
      </a>
      <span className="admin-nav__title">Admin</span>
      <PageLink to="/admin" end>
        <Icon name="layout-dashboard" />
        Dashboard
      </PageLink>
      {STAFF_SCREENS.map(({ to, label, icon, queue }) => (
        <PageLink key={to} to={to}>
          <Icon name={icon} />
          {label}
          {queue && pending[queue] > 0 ? (
            <Count value={pending[queue]} due>
              <span className="sr-only"> pending</span>
            </Count>
          ) : null}
        </PageLink>
      ))}
    </nav>
  )
}
