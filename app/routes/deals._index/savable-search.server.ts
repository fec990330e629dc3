import type { SavableSearch } from '~/features/audience/following/save-search'
import { describeSearch, proposeName, savedQuery } from '~/features/audience/following/saved-search'
import { findSavedState } from '~/features/audience/following/saved-searches.server'
import type { DealSearch } from '~/features/catalog/deals/list/deal-search'
import type { User } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'

type Options = {
  categories: { slug: string; full_name: string }[]
  platforms: { slug: string; name: string }[]
  currencies: string[]
}

/** What a member can save of a search; undefined for visitors and where nothing is filtered. */
export async function findSavable(
  user: User | undefined,
  search: DealSearch,
  { categories, platforms, currencies }: Options,
): Promise<SavableSearch | undefined> {
  if (!user || !isActive(user)) return undefined
  const description = describeSearch(search, {
    category: categories.find(({ slug }) => slug === search.category)?.full_name ?? '',
    platform: platforms.find(({ slug }) => slug === search.platform)?.name ?? '',
    currencies,
  })
  if (description === '') return undefined
  const query = savedQuery(search)
  return { query, proposedName: proposeName(description), ...(await findSavedState(user.id, query)) }
}
