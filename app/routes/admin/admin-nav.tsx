import type { Kind } from '~/features/contributions/kinds/kinds'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { countWaitingOn, staffScreensOf } from '~/features/staff/dashboard/staff-screens'
import { PageLink } from '~/layout/page-link'
import { Count } from '~/ui/badge'
import { Icon } from '~/ui/icon'

export function AdminNav({ waiting }: { waiting: Record<Kind, number> | undefined }) {
  const screens = staffScreensOf(useCurrentUser()?.role)
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
      {screens.map((screen) => (
        <PageLink key={screen.to} to={screen.to}>
          <Icon name={screen.icon} />
          {screen.label}
          <WaitingCount count={waiting ? countWaitingOn(screen, waiting) : 0} />
        </PageLink>
      ))}
    </nav>
  )
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Count value={count} due>
      <span className="sr-only"> waiting</span>
    </Count>
  )
}
