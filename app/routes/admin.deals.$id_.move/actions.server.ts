import { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { moveOffer, OWN_PRODUCT } from '~/features/staff/merging/move-offer.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const UNCHOSEN = 'Choose the product that it moves to.'
const form = z.object({
  from: z.uuid({ error: 'This form does not say where the offer was. Open the page again.' }),
  to: z.union([z.literal(OWN_PRODUCT), z.uuid()], { error: UNCHOSEN }),
})

export async function submitMove(request: Request, user: User, id: string) {
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  await requireRecentPassword(request, user)
  const moved = await moveOffer(user.id, id, submission.value)
  if (moved.outcome === 'missing') throw notFound('Deal')
  if (moved.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [moved.reason] })
  const { product } = moved
  return redirectWithToast(`/admin/products/${product.id}`, { tone: 'success', title: 'Offer moved' })
}
