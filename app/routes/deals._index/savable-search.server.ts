import type { SavableSearch } from '~/features/audience/following/save-search'
import { proposeName, savedQuery } from '~/features/audience/following/saved-search'
import { findSavedState } from '~/features/audience/following/saved-searches.server'
import { type DealSearch, describeSearch, type SearchNames } from '~/features/catalog/deals/list/deal-filters'
import type { User } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'

/** What a member can save of a search; undefined for visitors and where nothing is filtered. */
export async function findSavable(
  user: User | undefined,
  search: DealSearch,
  names: SearchNames,
): Promise<SavableSearch | undefined> {
  if (!user || !isActive(user)) return undefined
  const description = describeSearch(search, names)
  if (description === '') return undefined
  const query = savedQuery(search)
  return { query, proposedName: proposeName(description), ...(await findSavedState(user.id, query)) }
}
