import { redirect } from '@remix-run/node'
import type { User } from '~/features/accounts/guards.server'
import { LEFT } from '~/features/deals/bulk-action'
import { changeDeals } from '~/features/deals/manage-bulk.server'
import { dismissBulkNotice } from '~/features/deals/manage-bulk-outcome.server'
import { managePath, parseManageSearch } from '~/features/deals/manage-search'
import { readForm } from '~/http/forms.server'
import { badRequest } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'

const DONE = { publish: 'published', unpublish: 'unpublished', expire: 'set to Expired' } as const

/** The buttons of a row, and the one that dismisses the outcome of a bulk action. */
export async function changeRow(request: Request, staff: User) {
  const form = await readForm(request)
  const intent = form.get('intent')
  const id = parseRowId(form.get('id'))
  const list = managePath(parseManageSearch(request.url))
  if (intent === 'dismiss') {
    if (id) await dismissBulkNotice(staff.id, id)
    return redirect(list, { status: 303 })
  }
  if (typeof intent !== 'string' || !Object.hasOwn(DONE, intent)) throw badRequest('Unknown action.')
  const verb = intent as keyof typeof DONE
  const { changed, left } = await changeDeals(staff, verb, id ? [id] : [])
  const problem = Object.keys(left).find((reason) => reason !== LEFT.already && reason !== LEFT.gone)
  if (problem) return redirectWithToast(list, { tone: 'error', title: 'Failed to save deal', text: problem })
  const text = changed === 0 ? `Nothing to change, it was already ${DONE[verb]}.` : `1 deal ${DONE[verb]}.`
  return redirectWithToast(list, { tone: 'success', title: 'Deal updated', text })
}
