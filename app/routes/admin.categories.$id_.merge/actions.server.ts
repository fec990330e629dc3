import { z } from 'zod'
import type { User } from '~/features/accounts/guards.server'
import { mergeCategories } from '~/features/categories/manage-merge.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'

const form = z.object({
  into: z.uuid({ error: 'Choose the category that stays.' }),
  sure: z.literal('on', { error: 'Confirm that these two are the same category.' }),
})

export async function confirmMerge(request: Request, user: User, categoryId: string) {
  const id = parseRowId(categoryId)
  if (!id) throw notFound('Category')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  const merged = await mergeCategories(user.id, id, submission.value.into)
  if (merged.outcome === 'missing') throw notFound('Category')
  if (merged.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [merged.reason] })
  return redirectWithToast('/admin/categories', { tone: 'success', title: 'Categories merged' })
}
