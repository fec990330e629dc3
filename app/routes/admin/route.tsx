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
    <div className="wrap admin grid grid-cols-[minmax(0,1fr)] pb-16 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:pb-0 print:block">
      <AdminNav waiting={waiting} />
      <div
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 border-border pt-7 lg:min-h-[calc(100vh-var(--spacing-header))] lg:border-s lg:ps-10 lg:pb-16 print:border-0 print:p-0"
        id="screen"
        tabIndex={-1}
      >
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

// On narrow screens the bar scrolls: to the current link, and so far that the first one in view is whole.
const LINK =
  'flex min-h-control snap-start items-center gap-2.5 whitespace-nowrap rounded-sm px-3 font-medium text-control text-muted-foreground no-underline hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground max-lg:aria-[current=page]:[scroll-initial-target:nearest] lg:-ms-3 lg:min-h-10'
const LINK_ICON = 'in-aria-[current=page]:text-primary'

function AdminNav({ waiting }: { waiting: Record<Kind, number> | undefined }) {
  const screens = staffScreensOf(useCurrentUser()?.role)
  return (
    <nav
      className="relative -mx-gutter flex gap-1 overflow-x-auto border-border px-gutter py-2 [scrollbar-width:none] max-lg:snap-x max-lg:snap-mandatory max-lg:scroll-px-gutter max-lg:border-b lg:sticky lg:top-header lg:mx-0 lg:flex-col lg:self-start lg:overflow-visible lg:ps-0 lg:pe-6 lg:pt-7 lg:pb-8"
      aria-label="Admin"
    >
      {/* Skips the dozen links of this navigation. */}
      <SkipLink to="#screen">Skip admin navigation</SkipLink>
      <span className="pb-2 font-semibold text-caption text-subtle-foreground max-lg:hidden">Admin</span>
      <PageLink to="/admin" end className={LINK}>
        <Icon name="layout-dashboard" className={LINK_ICON} />
        Dashboard
      </PageLink>
      {screens.map((screen) => (
        <PageLink key={screen.to} to={screen.to} className={LINK}>
          <Icon name={screen.icon} className={LINK_ICON} />
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
    <span className="ms-auto">
      <Count value={count} due>
        <span className="sr-only"> waiting</span>
      </Count>
    </span>
  )
}
