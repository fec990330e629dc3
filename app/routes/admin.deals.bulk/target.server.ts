import type { BulkVerb } from '~/db/schema'
import type { User } from '~/features/accounts/guards.server'
import { canDeleteDeals } from '~/features/accounts/profile'
import { BULK_VERBS, CHOSEN_MAX } from '~/features/deals/bulk-action'
import { DEAL_STATUSES, type DealStatus } from '~/features/deals/deal'
import type { BulkTarget } from '~/features/deals/manage-bulk-target.server'
import { parseManageSearch } from '~/features/deals/manage-search'
import { badRequest, forbidden } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'

export type Asked = {
  verb: BulkVerb
  /** The status that the question proposes. */
  toStatus?: DealStatus
  target: BulkTarget
  isEmpty: boolean
}

/** What the address of the question asks for. @throws 400 for an unknown verb, 403 for what only admins may do */
export function parseAsked(request: Request, user: User): Asked {
  const { searchParams } = new URL(request.url)
  const verb = BULK_VERBS.find((one) => one === searchParams.get('do'))
  if (!verb) throw badRequest('Unknown action.')
  if (verb === 'delete' && !canDeleteDeals(user)) throw forbidden('Only admins can delete deals.')
  const search = parseManageSearch(request.url)
  const toStatus = DEAL_STATUSES.find((one) => one === searchParams.get('to_status'))
  if (searchParams.get('all') === '1') return { verb, toStatus, target: { search }, isEmpty: false }
  const ids = [...new Set(searchParams.getAll('id').map(parseRowId))].filter((id) => id !== undefined)
  if (ids.length > CHOSEN_MAX) throw badRequest('Too many deals at once.')
  return { verb, toStatus, target: { search, ids }, isEmpty: ids.length === 0 }
}
