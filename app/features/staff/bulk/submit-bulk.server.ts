import { z } from 'zod'
import { DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { undoOf } from '~/features/contributions/decisions/undo-form'
import type { User } from '~/features/people/accounts/guards.server'
import { canDeleteDeals } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { withFormErrors } from '~/http/actions.server'
import { recordFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { BULK_VERBS, BULK_WITHOUT_PASSWORD, type BulkVerb, CHOSEN_MAX, type DealChange, describeResult } from './bulk'
import { type BulkTarget, changeDeals } from './bulk.server'

const OUTDATED = 'The list has changed in the meantime, and nothing was done. Check the deals below and confirm again.'
const NO_CATEGORY = 'This category no longer exists. Choose another one.'

/** The confirmed change of the deals that the address names: of the confirmation page, or of a row's button. */
export async function submitBulk(request: Request, user: User) {
  const { verb, target } = parseBulk(request, user)
  return withFormErrors(request, recordFailure('deal'), async () => {
    const submission = await parseForm(request, confirmation(verb))
    if (submission.status !== 'success') return invalid(submission)
    const { count, change } = submission.value
    if (verb === 'delete' || count > BULK_WITHOUT_PASSWORD) await requireRecentPassword(request, user)
    const result = await changeDeals(user, change, target, count)
    if (result === 'forbidden') throw forbidden('You cannot do this.')
    if (result === 'no-category') return invalid(submission, { fieldErrors: { to_category_id: [NO_CATEGORY] } })
    if ('outdated' in result) return invalid(submission, { status: 409, formErrors: [OUTDATED] })
    const left = count - result.changed - result.already
    const { title, text } = describeResult(verb, result, left)
    // The deals of an import stay in view.
    const shown = target.search.import ? { ...target.search, published: '' as const } : target.search
    const path = left > 0 ? pathOf(request, change) : managePath(shown)
    const undo = result.decision ? undoOf(result.decision, path) : undefined
    return redirectWithToast(path, { tone: 'success', title, undo, ...(text && { text, stays: true }) })
  })
}

const status = z.enum(DEAL_STATUSES, { error: 'Status is required.' })
const categoryId = z.uuid({ error: 'Category is required.' })

const confirmation = (verb: BulkVerb) =>
  z
    .object({
      count: z.coerce.number().int().min(1),
      to_status: verb === 'set-status' ? status : status.optional(),
      to_category_id: verb === 'set-category' ? categoryId : categoryId.optional(),
    })
    .transform(({ count, ...to }) => ({ count, change: { verb, ...to } as DealChange }))

/** The same question for the deals that are left, with the status that was chosen. */
function pathOf(request: Request, change: DealChange) {
  const { pathname, searchParams } = new URL(request.url)
  if (change.verb === 'set-status') searchParams.set('to_status', change.to_status)
  return `${pathname.replace(/\.data$/, '')}?${searchParams}`
}

/** @throws 400 for an unknown verb, 403 for what only admins may do */
export function parseBulk(request: Request, user: User) {
  const { searchParams } = new URL(request.url)
  const verb = BULK_VERBS.find((one) => one === searchParams.get('do'))
  if (!verb) throw badRequest('Unknown action.')
  if (verb === 'delete' && !canDeleteDeals(user)) throw forbidden('Only admins can delete deals.')
  const search = parseManageSearch(request.url)
  const toStatus = DEAL_STATUSES.find((one) => one === searchParams.get('to_status'))
  if (searchParams.get('all') === '1') return { verb, toStatus, target: { search } as BulkTarget }
  const ids = [...new Set(searchParams.getAll('id').map(parseRowId))].filter((id) => id !== undefined)
  if (ids.length > CHOSEN_MAX) throw badRequest('Too many deals at once.')
  return { verb, toStatus, target: { search, ids } as BulkTarget }
}
