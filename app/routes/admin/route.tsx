import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { countPending } from '~/features/moderation/pending-counts.server'
import { privatePageHeaders } from '~/http/private-page'
import { ErrorScreen } from '~/ui/error-screen'
import '~/styles/members.css'
import { AdminNav } from './admin-nav'

/** Only for the navigation. Every screen below checks for itself: loaders run in parallel. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return { pending: await countPending() }
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export default function AdminLayout() {
  const { pending } = useLoaderData<typeof loader>()
  return (
    <div className="wrap admin">
      <AdminNav pending={pending} />
      <div className="admin__main" id="screen" tabIndex={-1}>
        <Outlet />
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/admin', label: 'Back to Dashboard' }} />
}
