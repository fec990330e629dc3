import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decisionFailure, findKind, queueFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { applyVerified } from '~/features/staff/freshness/apply-value.server'
import {
  createClaim,
  createDecision,
  decideLater,
  deleteClaim,
  deleteDecision,
  deleteOwnDecision,
} from '~/features/staff/moderation/decision-actions.server'
import { ItemScreen, MissingItem } from '~/features/staff/moderation/item-screen'
import { loadQueueItem } from '~/features/staff/moderation/queue-item.server'
import type { DecisionResult } from '~/features/staff/moderation/queue-types'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return { ...(await loadQueueItem({ segment: params.kind!, id: params.id!, request, staff })), now: new Date() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  const [kind, id] = [findKind(params.kind), parseRowId(params.id)]
  if (!kind || !id) throw notFound('Item')
  const form = { request, staff, kind, id }
  return withFormErrors(request, decisionFailure(kind), async () => {
    switch ((await readForm(request)).get('intent')) {
      case 'apply':
        return applyVerified(form)
      case 'undo':
        return deleteOwnDecision(form)
      case 'reopen':
        return deleteDecision(form)
      case 'take-over':
        return createClaim(form)
      case 'release':
        return deleteClaim(form)
      case 'later':
        return decideLater(form)
      default:
        return createDecision(form)
    }
  })
}

export const clientAction = withFormFailure(queueFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function QueueItemRoute() {
  const { item, now } = useLoaderData<typeof loader>()
  return <ItemScreen key={item.id} item={item} now={now} result={useFormResult<DecisionResult>()} />
}

export function ErrorBoundary() {
  return <MissingItem />
}
