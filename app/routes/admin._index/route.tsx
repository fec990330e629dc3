import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { countPending } from '~/features/moderation/pending-counts.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { ButtonLink } from '~/ui/button'
import { Tiles } from './tiles'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const title = 'Admin Dashboard'
  const head = pageHead({ title, description: 'What waits for the staff.', path: '/admin', isIndexed: false })
  return { title, head, pending: await countPending() }
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function DashboardPage() {
  const { title, pending } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="admin__head">
        <h1>{title}</h1>
        <ButtonLink to="/admin/deals/new" icon="plus">
          New Deal
        </ButtonLink>
      </div>
      <Tiles pending={pending} />
    </>
  )
}
