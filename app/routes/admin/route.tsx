import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { countWaiting } from '~/features/moderation/waiting-counts.server'
import { privatePageHeaders } from '~/http/private-page'
import { ErrorScreen } from '~/ui/error-screen'
import '~/styles/members.css'
import { AdminNav } from './admin-nav'

/** Only for the navigation. Every screen below checks for itself: loaders run in parallel. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return { waiting: await countWaiting() }
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export default function AdminLayout() {
  const { waiting } = useLoaderData<typeof loader>()
  return (
    <div className="wrap admin">
      <AdminNav waiting={waiting} />
      <div className="admin__main" id="screen" tabIndex={-1}>
        <Outlet />
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/admin', label: 'Back to Dashboard' }} />
}
