import { z } from 'zod'
import type { User } from '~/features/accounts/guards.server'
import { mergeDeals } from '~/features/deals/manage-merge.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'

const form = z.object({
  into: z.uuid({ error: 'Choose the deal that stays.' }),
  sure: z.literal('on', { error: 'Confirm that these two are the same offer.' }),
})

export async function confirmMerge(request: Request, user: User, dealId: string) {
  const id = parseRowId(dealId)
  if (!id) throw notFound('Deal')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  const { into } = submission.value
  const merged = await mergeDeals(user.id, id, into)
  if (merged.outcome === 'missing') throw notFound('Deal')
  if (merged.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [merged.reason] })
  const title = merged.outcome === 'already' ? 'These deals were merged already' : 'Deals merged'
  return redirectWithToast(`/admin/deals/${into}`, { tone: 'success', title })
}
