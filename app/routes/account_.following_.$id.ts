import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { currentSearch } from '~/features/audience/following/list-searches.server'
import { findSearch, markLookedAt } from '~/features/audience/following/saved-searches.server'
import { dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'

/** Opens a saved search, and counts deals as new from now on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const saved = id && (await findSearch(user.id, id))
  if (!saved) throw notFound('Saved search')
  // Suspended members only read. HEAD requests open nothing.
  if (isActive(user) && request.method === 'GET') await markLookedAt(user.id, id)
  return redirect(dealListPath(await currentSearch(saved.query)), {
    status: 303,
    headers: { 'Cache-Control': 'private, no-store' },
  })
}
