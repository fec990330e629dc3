import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { queueFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { decideInList } from '~/features/staff/moderation/decision-actions.server'
import { QueueListPage } from '~/features/staff/moderation/queue-list'
import { loadQueueList } from '~/features/staff/moderation/queue-list.server'
import type { DecisionResult } from '~/features/staff/moderation/queue-types'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return { ...(await loadQueueList(request, staff)), now: new Date() }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInList({ request, staff })
}

export const clientAction = withFormFailure(queueFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function QueueRoute() {
  return <QueueListPage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
