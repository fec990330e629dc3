import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decisionFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { decideInQueue } from '~/features/staff/queue/actions.server'
import { loadQueue } from '~/features/staff/queue/context.server'
import type { DecisionResult } from '~/features/staff/queue/item'
import { QueuePage } from '~/features/staff/queue/queue-page'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadQueue(request, staff, 'change_log')
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInQueue({ kind: 'change_log', request, staff })
}

export const clientAction = withFormFailure(decisionFailure('change_log'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ChangeLogQueuePage() {
  return <QueuePage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
