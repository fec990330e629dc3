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
import { withLoadFailure } from '~/http/responses.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return withLoadFailure(async () => {
    return { ...(await loadView({ kind: 'comment', request, staff })), now: new Date() }
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decideInList({ kind: 'comment', request, staff })
}

export const clientAction = withFormFailure(decisionFailure('comment'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load comments' }

export default function CommentQueuePage() {
  return <ViewPage {...useLoaderData<typeof loader>()} result={useFormResult<DecisionResult>()} />
}
