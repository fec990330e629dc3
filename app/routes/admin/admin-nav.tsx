import type { Kind } from '~/features/moderation/queue'
import { PageLink } from '~/layout/page-link'
import { Count } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { SCREENS } from './screens'

export function AdminNav({ pending }: { pending: Record<Kind, number> }) {
  return (
    <nav className="admin-nav" aria-label="Admin">
      {/* A dozen links stand before every screen; one key leads past them. */}
      <a className="skip" href="#screen">
        Skip admin navigation
      </a>
      <span className="admin-nav__title">Admin</span>
      <PageLink to="/admin" end>
        <Icon name="layout-dashboard" />
        Dashboard
      </PageLink>
      {SCREENS.map(({ to, label, icon, queue }) => (
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
