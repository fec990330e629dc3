import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { BulkVerb } from '~/db/schema'
import type { User } from '~/features/accounts/guards.server'
import { requireRecentPassword } from '~/features/accounts/reauthentication.server'
import { describeBulk } from '~/features/deals/bulk-action'
import { DEAL_STATUSES } from '~/features/deals/deal'
import { startBulkAction } from '~/features/deals/manage-bulk-start.server'
import { managePath } from '~/features/deals/manage-search'
import { invalid, parseForm } from '~/http/forms.server'
import { forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Asked } from './target.server'

const OUTDATED =
  'The list has changed since you were asked, and nothing was done. Check the deals below and confirm again.'
const NO_CATEGORY = 'This category no longer exists. Choose another one.'

const question = z.object({
  bulk_id: z.uuid({ error: 'Ask again from the list.' }),
  count: z.coerce.number().int().min(1),
  fingerprint: z.string().regex(/^-?\d{1,40}$/),
})
const withStatus = question.extend({ to_status: z.enum(DEAL_STATUSES, { error: 'Status is required.' }) })
const withCategory = question.extend({ to_category_id: z.uuid({ error: 'Category is required.' }) })

function formOf(
  verb: BulkVerb,
): z.ZodType<z.infer<typeof question> & { to_status?: (typeof DEAL_STATUSES)[number]; to_category_id?: string }> {
  if (verb === 'set-status') return withStatus
  return verb === 'set-category' ? withCategory : question
}

/** Starts what was asked, unless the deals are others by now. */
export async function confirmBulk(request: Request, user: User, { verb, target }: Asked) {
  if (verb === 'delete') await requireRecentPassword(request)
  const submission = await parseForm(request, formOf(verb))
  if (submission.status !== 'success') return invalid(submission)
  const { bulk_id: id, count, fingerprint, to_status, to_category_id } = submission.value
  const started = await startBulkAction(user, {
    id,
    verb,
    to_status,
    to_category_id,
    target,
    asked: { count, fingerprint },
  })
  const list = managePath(target.search)
  switch (started.outcome) {
    case 'outdated':
      return invalid(submission, { status: 409, formErrors: [OUTDATED] })
    case 'no-category':
      return invalid(submission, { fieldErrors: { to_category_id: [NO_CATEGORY] } })
    case 'forbidden':
      throw forbidden('You cannot do this.')
    case 'done':
      return redirectWithToast(list, { tone: 'success', ...toastOf(started.action) })
    default:
      // The list shows how far the job is.
      return redirect(list, { status: 303 })
  }
}

function toastOf(action: Parameters<typeof describeBulk>[0]) {
  const { title, text } = describeBulk(action)
  return text ? { title, text, stays: true } : { title }
}
