import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { purchaseForm } from '~/features/contributions/purchases/purchase-form.server'
import { changePurchase, removePurchase } from '~/features/contributions/purchases/save-purchase.server'
import { losesProof } from '~/features/contributions/reviews/purchases.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { useUnreadCount } from '~/features/people/accounts/current-user'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, withFormFailure } from '~/http/forms'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { AccountLayout } from '~/layout/account-layout'
import { EditPurchase } from './edit-purchase'
import { RemovePurchase } from './remove-purchase'
import '~/styles/members.css'

const PATH = '/account/purchases'
const FAILED = (form: SentForm) =>
  form.get('intent') === 'remove' ? 'Failed to remove purchase' : 'Failed to save purchase'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const purchase = id && (await findOwnPurchase(user.id, id))
  if (!purchase) throw notFound('Purchase')
  const title = `Purchase of ${purchase.title}`
  const head = pageHead({ title, description: 'What you noted.', path: `${PATH}/${id}`, isIndexed: false })
  return { purchase, canWrite: isActive(user), head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Purchase')
  return withFormErrors(request, FAILED, async () => {
    if ((await readForm(request)).get('intent') === 'remove') {
      await removePurchase(user.id, id)
      return redirectWithToast(PATH, { tone: 'success', title: 'Purchase removed' })
    }
    const submission = await parseForm(request, purchaseForm)
    if (submission.status !== 'success') return invalid(submission)
    const { purchase, dropsProof } = submission.value
    const stored = await findOwnPurchase(user.id, id)
    if (stored && !dropsProof && (await losesProof(user.id, stored.deal_id, purchase.bought_on))) {
      return invalid(submission, { fieldErrors: { bought_on: [LOSES_PROOF] } })
    }
    if (!(await changePurchase(user.id, id, purchase))) throw notFound('Purchase')
    return redirectWithToast(PATH, { tone: 'success', title: 'Purchase saved' })
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function PurchasePage() {
  const { purchase, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AccountLayout title="Edit a purchase" lead="Only you see it." unread={useUnreadCount()}>
      {canWrite ? (
        <div className="stack">
          <EditPurchase purchase={purchase} result={result} />
          <RemovePurchase purchase={purchase} />
        </div>
      ) : (
        <SuspendedNotice />
      )}
    </AccountLayout>
  )
}
