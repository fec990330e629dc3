import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { queueFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { decideInQueue } from '~/features/staff/queue/actions.server'
import { loadQueue } from '~/features/staff/queue/context.server'
import type { DecisionResult } from '~/features/staff/queue/item'
import { QueuePage } from '~/features/staff/queue/queue-page'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadQueue(request, staff)
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInQueue({ request, staff })
}

export const clientAction = withFormFailure(queueFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function QueueRoute() {
  return <QueuePage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
