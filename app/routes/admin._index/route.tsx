import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { countDeals, listAttentionItems } from '~/features/moderation/dashboard.server'
import { countPending } from '~/features/moderation/pending-counts.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { ButtonLink } from '~/ui/button'
import { COUNT_CAP, cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { AttentionList } from './attention-list'
import { Stats } from './stats'
import { Tiles } from './tiles'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const title = 'Admin Dashboard'
  const head = pageHead({ title, description: 'Counts, queues and staff screens.', path: '/admin', isIndexed: false })
  const [deals, pending, attention] = await Promise.all([countDeals(), countPending(), listAttentionItems()])
  return { title, head, deals, pending, attention }
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function DashboardPage() {
  const { title, deals, pending, attention } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={title} lead={waiting(pending.review + pending.comment + pending.change_log)}>
        <ButtonLink to="/admin/deals/new" icon="plus">
          New Deal
        </ButtonLink>
      </ScreenHead>
      <Stats deals={deals} pending={pending} />
      <AttentionList items={attention} />
      <Tiles pending={pending} />
    </>
  )
}

function waiting(count: number) {
  if (count === 0) return 'Nothing to moderate'
  const shown = cappedCount(Math.min(count, COUNT_CAP + 1))
  return count === 1 ? '1 contribution to moderate' : `${shown} contributions to moderate`
}
