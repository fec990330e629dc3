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
import { withLoadFailure } from '~/http/responses.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return withLoadFailure(() => loadQueue(request, staff, 'review'))
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInQueue({ kind: 'review', request, staff })
}

export const clientAction = withFormFailure(decisionFailure('review'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load reviews' }

export default function ReviewQueuePage() {
  return <QueuePage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
