import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { PurchaseFields } from '~/features/contributions/purchases/purchase-fields'
import { RefundBox } from '~/features/contributions/purchases/refund-box'
import { changePurchase, purchaseForm, removePurchase } from '~/features/contributions/purchases/save-purchase.server'
import { NO_REFUND, refundForm, saveRefund } from '~/features/contributions/purchases/save-refund.server'
import { losesProof } from '~/features/contributions/reviews/purchases.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, type SentForm, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { utcToday } from '~/http/utc-day'
import { AccountLayout } from '~/layout/account-layout'
import { Button, ButtonLink } from '~/ui/button'
import { Choice } from '~/ui/choice'
import { ConfirmButton } from '~/ui/confirm-button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { formatDate } from '~/ui/local-date'
import { NameLink } from '~/ui/name-link'

const PATH = '/account/purchases'
const FAILED = (form: SentForm) =>
  form.get('intent') === 'remove' ? 'Failed to remove purchase' : 'Failed to save purchase'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const purchase = id && (await findOwnPurchase(user.id, id))
  if (!purchase) throw notFound('Purchase')
  const title = `Purchase of ${purchase.title}`
  const head = pageHead({ title, description: 'A purchase of yours.', path: `${PATH}/${id}`, isIndexed: false })
  return { purchase, today: utcToday(), canWrite: isActive(user), head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Purchase')
  return withFormErrors(request, FAILED, async () => {
    const intent = (await readForm(request)).get('intent')
    if (intent === 'remove') {
      await removePurchase(user.id, id)
      return redirectWithToast(PATH, { tone: 'success', title: 'Purchase removed' })
    }
    const stored = await findOwnPurchase(user.id, id)
    if (!stored) throw notFound('Purchase')
    if (intent === 'refund' || intent === 'no-refund') return changeRefund(request, user.id, stored, intent)
    const submission = await parseForm(request, purchaseForm)
    if (submission.status !== 'success') return invalid(submission)
    const { dropsProof, ...form } = submission.value
    const asked = stored.refund_asked_on
    const purchase = asked ? { ...form.purchase, refunded_on: stored.refunded_on } : form.purchase
    if (asked && purchase.bought_on! > asked) {
      const error = `You asked for a refund on ${formatDate(asked)}. Choose that day or an earlier one.`
      return invalid(submission, { fieldErrors: { bought_on: [error] } })
    }
    if (!dropsProof && (await losesProof(user.id, stored.deal_id, purchase.bought_on))) {
      return invalid(submission, { fieldErrors: { bought_on: [LOSES_PROOF] } })
    }
    if (!(await changePurchase(user.id, id, purchase))) throw notFound('Purchase')
    return redirectWithToast(PATH, { tone: 'success', title: 'Purchase saved' })
  })
}

type Stored = NonNullable<Awaited<ReturnType<typeof findOwnPurchase>>>

async function changeRefund(request: Request, userId: string, stored: Stored, intent: 'refund' | 'no-refund') {
  const path = `${PATH}/${stored.id}`
  if (intent === 'no-refund') {
    await saveRefund(userId, stored, NO_REFUND)
    return redirectWithToast(path, { tone: 'success', title: 'Refund removed' })
  }
  const submission = await parseForm(request, refundForm(stored))
  if (submission.status !== 'success') return invalid(submission)
  if (await saveRefund(userId, stored, submission.value)) {
    return redirectWithToast(path, { tone: 'success', title: 'Refund saved' })
  }
  const error = 'It was changed in another window. Reload the page and try again.'
  return invalid(submission, { status: 409, formErrors: [error] })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function PurchasePage() {
  const { purchase, today, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult()
  // Two forms share the page.
  const isOfRefund = submittedValue(result, 'intent') === 'refund'
  return (
    <AccountLayout title="Edit a purchase" lead="Only you can see it.">
      {canWrite ? (
        <div className="grid content-start gap-5">
          <ErrorSummary errors={isOfRefund ? summaryOf(result) : []} />
          <RefundBox purchase={purchase} today={today} result={isOfRefund ? result : undefined} />
          <EditPurchase purchase={purchase} result={isOfRefund ? undefined : result} />
          <RemovePurchase purchase={purchase} />
        </div>
      ) : (
        <SuspendedNotice />
      )}
    </AccountLayout>
  )
}

type EditPurchaseProps = { purchase: Stored; result: FormResult }

function EditPurchase({ purchase, result }: EditPurchaseProps) {
  const { title, slug, published, vendor_name, proof_status, currency, deal_currency } = purchase
  return (
    <Form method="post" className={FORM_CARD} noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <div>
        <h2>
          {published ? (
            <NameLink to={`/deals/${slug}`} discover="none">
              <bdi>{title}</bdi>
            </NameLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        <p className="text-small text-muted-foreground">
          <bdi>{vendor_name}</bdi>
        </p>
      </div>
      <PurchaseFields result={result} purchase={{ ...purchase, currency: currency ?? deal_currency }} />
      {errorsOf(result, 'bought_on')?.includes(LOSES_PROOF) ? (
        <Choice type="checkbox" name="drops_proof" value="1" label="Delete the proof and its check" />
      ) : null}
      {proof_status === 'CHECKED' || proof_status === 'REFUSED' ? (
        <FieldHint>Your proof was checked for this date. With another date, you start without a proof.</FieldHint>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button>Save purchase</Button>
        <ButtonLink to="/account/purchases" tone="ghost">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

type Purchase = Pick<Stored, 'title' | 'proof_status' | 'has_review'>

/** Removes the purchase, and says before what goes with it. */
function RemovePurchase({ purchase }: { purchase: Purchase }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove" />
      <ConfirmButton
        label="Remove purchase"
        icon="trash-2"
        heading={`Remove the purchase of ${purchase.title}?`}
        text={consequences(purchase)}
        confirm="Remove purchase"
      />
    </Form>
  )
}

function consequences({ proof_status, has_review }: Purchase) {
  return [
    'We delete the date and the price, and send no reminders.',
    has_review && 'Your review stays, without its purchase labels.',
    proof_status === 'SUBMITTED' && 'Your pending proof is deleted.',
    proof_status === 'CHECKED' && 'Your proof and our decision on it are deleted.',
  ]
    .filter(Boolean)
    .join(' ')
}
