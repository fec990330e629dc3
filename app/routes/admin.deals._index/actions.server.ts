import { DEFAULT_MANAGE_SEARCH, managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import type { User } from '~/features/people/accounts/guards.server'
import { UNCHANGED } from '~/features/staff/bulk/bulk'
import { startBulk } from '~/features/staff/bulk/bulk.server'
import { readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const DONE = { publish: 'published', unpublish: 'unpublished', expire: 'set to Expired' } as const

/** The buttons of a row. */
export async function changeRow(request: Request, staff: User) {
  const form = await readForm(request)
  const intent = form.get('intent')
  const id = parseRowId(form.get('id'))
  const list = managePath(parseManageSearch(request.url))
  if (typeof intent !== 'string' || !Object.hasOwn(DONE, intent)) throw badRequest('Unknown action.')
  const verb = intent as keyof typeof DONE
  const target = { search: DEFAULT_MANAGE_SEARCH, ids: id ? [id] : [] }
  const done = await startBulk(staff, { verb }, target, 1)
  if (done.outcome === 'forbidden') throw forbidden('You cannot do this.')
  const { changed, unchanged } = done.outcome === 'done' ? done : { changed: 0, unchanged: {} }
  const problem = Object.keys(unchanged).find((reason) => reason !== UNCHANGED.already && reason !== UNCHANGED.gone)
  if (problem) return redirectWithToast(list, { tone: 'error', title: 'Failed to save deal', text: problem })
  const text = changed === 0 ? `Nothing to change, it was already ${DONE[verb]}.` : `1 deal ${DONE[verb]}.`
  return redirectWithToast(list, { tone: 'success', title: 'Deal updated', text })
}
