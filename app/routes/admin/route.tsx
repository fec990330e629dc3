import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { countWaiting } from '~/features/staff/queue/items.server'
import { orEmpty } from '~/http/responses.server'
import { ErrorScreen } from '~/ui/error-screen'
import { AdminNav } from './navigation'

/** Only for the navigation. Every screen below checks for itself: loaders run in parallel. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return { waiting: await orEmpty(0, countWaiting()) }
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
  return data || isUnavailable ? <AdminFrame waiting={data?.waiting ?? 0}>{screen}</AdminFrame> : screen
}
