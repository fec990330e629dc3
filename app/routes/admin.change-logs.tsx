import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decisionFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { decideInList } from '~/features/staff/moderation/decision-actions.server'
import type { DecisionResult } from '~/features/staff/moderation/queue-types'
import { ViewPage } from '~/features/staff/moderation/view-page'
import { loadView } from '~/features/staff/moderation/views.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return { ...(await loadView({ kind: 'change_log', request, staff })), now: new Date() }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInList({ kind: 'change_log', request, staff })
}

export const clientAction = withFormFailure(decisionFailure('change_log'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ChangeLogQueuePage() {
  return <ViewPage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
