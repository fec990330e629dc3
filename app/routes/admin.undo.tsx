import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { UNDO_PATH } from '~/features/contributions/decisions/undo-form'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { undoInQueue } from '~/features/staff/queue/actions.server'
import { DecisionNotice } from '~/features/staff/queue/decision-notice'
import { type DecisionResult, QUEUE_PATH } from '~/features/staff/queue/item'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { BackLink } from '~/ui/back-link'
import { ScreenHead } from '~/ui/screen-head'

const FAILED = 'Failed to undo'

/** Undoes a decision, for toasts, the history of an item and Freshness. The page says why that was not possible. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return { head: pageHead({ title: 'Undo', description: 'Undo a decision.', path: UNDO_PATH, isIndexed: false }) }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return withFormErrors(request, FAILED, () => undoInQueue(request, staff))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function UndoPage() {
  return (
    <>
      <BackLink to={QUEUE_PATH}>Queue</BackLink>
      <ScreenHead title="Undo" />
      <DecisionNotice result={useFormResult<DecisionResult>()} />
    </>
  )
}
