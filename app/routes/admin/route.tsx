import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { countWaitingOn, staffScreensOf } from '~/features/staff/dashboard/staff-screens'
import { countWaiting } from '~/features/staff/moderation/waiting-counts.server'
import { orEmpty } from '~/http/responses.server'
import { PageLink } from '~/layout/page-link'
import { Count } from '~/ui/badge'
import { ErrorScreen } from '~/ui/error-screen'
import { Icon } from '~/ui/icon'
import { SkipLink } from '~/ui/skip-link'
import '~/styles/members.css'

/** Only for the navigation. Every screen below checks for itself: loaders run in parallel. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return { waiting: await orEmpty(undefined, countWaiting()) }
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function AdminLayout() {
  return (
    <AdminFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminFrame>
  )
}

function AdminFrame({ waiting, children }: Parameters<typeof AdminNav>[0] & { children: ReactNode }) {
  return (
    <div className="wrap admin">
      <AdminNav waiting={waiting} />
      <div className="admin__main" id="screen" tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const data = useRouteLoaderData<typeof loader>('routes/admin')
  const screen = <ErrorScreen back={{ to: '/admin', label: 'Back to Dashboard' }} />
  // Otherwise the person is not known to be staff. While the database is down, the links give nothing away.
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503
  return data || isUnavailable ? <AdminFrame waiting={data?.waiting}>{screen}</AdminFrame> : screen
}

function AdminNav({ waiting }: { waiting: Record<Kind, number> | undefined }) {
  const screens = staffScreensOf(useCurrentUser()?.role)
  return (
    <nav className="admin-nav" aria-label="Admin">
      {/* Skips the dozen links of this navigation. */}
      <SkipLink to="#screen">Skip admin navigation</SkipLink>
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
