import { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { parseForm } from '~/http/forms.server'
import { badRequest } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { decideDifferent } from './suggestions.server'

const form = z.object({ product_id: z.uuid(), other_id: z.uuid() })

/** Answers "Not the same", a button on the screens that suggest pairs. */
export async function submitNotTheSame(request: Request, user: User, path: string) {
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw badRequest('This form names no pair of products.')
  const { product_id, other_id } = submission.value
  const pair = await decideDifferent(user.id, product_id, other_id)
  if (!pair) {
    const text = 'Someone else has decided about it, or one of the two is gone.'
    return redirectWithToast(path, { tone: 'success', title: 'This pair is no longer suggested', text })
  }
  return redirectWithToast(path, {
    tone: 'success',
    title: 'Remembered as different products',
    text: `${pair.name} and ${pair.other}`,
  })
}
