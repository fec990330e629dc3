import { findChoice } from '~/features/contributions/purchases/choose-deal.server'
import { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import {
  addPurchase,
  changePurchase,
  purchaseForm,
  removePurchase,
} from '~/features/contributions/purchases/save-purchase.server'
import { NO_REFUND, refundForm, saveRefund } from '~/features/contributions/purchases/save-refund.server'
import { losesProof } from '~/features/contributions/reviews/purchases.server'
import { LOSES_PROOF } from '~/features/contributions/reviews/review'
import type { User } from '~/features/people/accounts/guards.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { formatDate } from '~/ui/local-date'

const PATH = '/account/purchases'

export async function addAction(request: Request, user: User, slug: string) {
  const deal = slug ? await findChoice(user.id, slug) : undefined
  if (!deal) throw notFound('Deal')
  const submission = await parseForm(request, purchaseForm)
  if (submission.status !== 'success') return invalid(submission)
  const noted = await addPurchase(user.id, deal.id, submission.value.purchase)
  if (!noted) throw notFound('Deal')
  if (noted.isNew) return redirectWithToast(PATH, { tone: 'success', title: 'Purchase added' })
  const text = 'Nothing was changed. You can edit it here.'
  return redirectWithToast(`${PATH}/${noted.id}`, { tone: 'error', title: 'You already added this purchase', text })
}

export async function changeAction(request: Request, user: User, id: string | undefined) {
  if (!id) throw notFound('Purchase')
  const intent = (await readForm(request)).get('intent')
  if (intent === 'remove') {
    await removePurchase(user.id, id)
    return redirectWithToast(PATH, { tone: 'success', title: 'Purchase removed' })
  }
  const stored = await findOwnPurchase(user.id, id)
  if (!stored) throw notFound('Purchase')
  if (intent === 'refund' || intent === 'no-refund') return changeRefund(request, user, stored, intent)
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
}

type Stored = NonNullable<Awaited<ReturnType<typeof findOwnPurchase>>>

async function changeRefund(request: Request, user: User, stored: Stored, intent: 'refund' | 'no-refund') {
  const path = `${PATH}/${stored.id}`
  if (intent === 'no-refund') {
    await saveRefund(user.id, stored, NO_REFUND)
    return redirectWithToast(path, { tone: 'success', title: 'Refund removed' })
  }
  const submission = await parseForm(request, refundForm(stored))
  if (submission.status !== 'success') return invalid(submission)
  if (await saveRefund(user.id, stored, submission.value)) {
    return redirectWithToast(path, { tone: 'success', title: 'Refund saved' })
  }
  const error = 'It was changed in another window. Reload the page and try again.'
  return invalid(submission, { status: 409, formErrors: [error] })
}
