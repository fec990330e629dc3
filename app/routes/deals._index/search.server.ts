import type { SavableSearch } from '~/features/audience/following/save-search'
import { proposeName, savedQuery } from '~/features/audience/following/saved-search'
import { findSavedState } from '~/features/audience/following/saved-searches.server'
import {
  DEFAULT_SEARCH,
  type DealSearch,
  dealListPath,
  describeSearch,
  hasFilters,
  type SearchNames,
} from '~/features/catalog/deals/list/deal-filters'
import { searchWithTimeout } from '~/features/catalog/deals/list/search-with-timeout.server'
import { suggestSearch, suggestTitles } from '~/features/catalog/deals/list/suggestions.server'
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

/** Similar words or titles. None where the text alone has matches and only the filters exclude them. */
export async function suggest({ q, ...filters }: DealSearch) {
  if (q === '') return []
  if (hasFilters({ q, ...filters }) && (await searchWithTimeout({ ...DEFAULT_SEARCH, q })).count > 0) return []
  const meant = await suggestSearch(q)
  if (meant) return [{ label: meant, path: dealListPath({ q: meant }) }]
  return (await suggestTitles(q)).map(({ slug, title }) => ({ label: title, path: `/deals/${slug}` }))
}
