import { z } from 'zod'
import type { User } from '~/features/accounts/guards.server'
import { mergeVendors } from '~/features/vendors/merge-vendors.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'

const form = z.object({
  into: z.uuid({ error: 'Choose the vendor that stays.' }),
  sure: z.literal('on', { error: 'Confirm that these two are the same vendor.' }),
})

export async function confirmMerge(request: Request, user: User, vendorId: string) {
  const id = parseRowId(vendorId)
  if (!id) throw notFound('Vendor')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  const merged = await mergeVendors(user.id, id, submission.value.into)
  if (merged.outcome === 'missing') throw notFound('Vendor')
  if (merged.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [merged.reason] })
  return redirectWithToast(`/admin/vendors/${submission.value.into}`, { tone: 'success', title: 'Vendors merged' })
}
