import { DEFAULT_MANAGE_SEARCH, managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import type { User } from '~/features/people/accounts/guards.server'
import { bulkPastTense, UNCHANGED } from '~/features/staff/bulk/bulk'
import { startBulk } from '~/features/staff/bulk/bulk.server'
import { readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const ROW_VERBS = ['publish', 'unpublish'] as const

/** The buttons of a row. */
export async function changeRow(request: Request, staff: User) {
  const form = await readForm(request)
  const verb = ROW_VERBS.find((one) => one === form.get('intent'))
  if (!verb) throw badRequest('Unknown action.')
  const id = parseRowId(form.get('id'))
  const list = managePath(parseManageSearch(request.url))
  const target = { search: DEFAULT_MANAGE_SEARCH, ids: id ? [id] : [] }
  const done = await startBulk(staff, { verb }, target, 1)
  if (done.outcome === 'forbidden') throw forbidden('You cannot do this.')
  const { changed, unchanged } = done.outcome === 'done' ? done : { changed: 0, unchanged: {} }
  const problem = Object.keys(unchanged).find((reason) => reason !== UNCHANGED.already && reason !== UNCHANGED.gone)
  if (problem) return redirectWithToast(list, { tone: 'error', title: 'Failed to save deal', text: problem })
  const text =
    changed === 0
      ? `Nothing to change, it was already ${bulkPastTense({ verb })}.`
      : `1 deal ${bulkPastTense({ verb })}.`
  return redirectWithToast(list, { tone: 'success', title: 'Deal updated', text })
}
