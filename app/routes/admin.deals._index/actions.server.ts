import type { User } from '~/features/accounts/guards.server'
import { expireEndedDeals, publishDeals, unpublishDeals } from '~/features/deals/manage-bulk.server'
import { managePath, parseManageSearch } from '~/features/deals/manage-search'
import { readForm } from '~/http/forms.server'
import { badRequest } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

/** More than a page of the list has. */
const CHOSEN_MAX = 100

const VERBS = {
  publish: { change: publishDeals, done: 'published' },
  unpublish: { change: unpublishDeals, done: 'unpublished' },
  expire: { change: expireEndedDeals, done: 'set to Expired' },
}

/** The button of a row submits its own deal, the bar above the list the selected ones. */
export async function changeChosenDeals(request: Request, staff: User) {
  const form = await readForm(request)
  const intent = form.get('intent')
  if (typeof intent !== 'string' || !Object.hasOwn(VERBS, intent)) throw badRequest('Unknown action.')
  const ids = [...new Set(form.getAll('id').map(parseRowId))].filter((id) => id !== undefined)
  if (ids.length > CHOSEN_MAX) throw badRequest('Too many deals at once.')

  const list = managePath(parseManageSearch(request.url))
  if (ids.length === 0) return redirectWithToast(list, { tone: 'error', title: 'Select at least one deal.' })
  const { change, done } = VERBS[intent as keyof typeof VERBS]
  const changed = await change(staff, ids)
  const text = changed === 0 ? `Nothing to change, all were already ${done}` : `${pluralize(changed, 'deal')} ${done}`
  return redirectWithToast(list, { tone: 'success', title: 'Deal updated', text: `${text}.` })
}
