import { isStatementTimeout } from '~/db/db-error.server'
import { type DealSearch, dealListPath, hasCrossedPrices } from './deal-filters'
import { listDeals } from './find-deals.server'

type Found = Awaited<ReturnType<typeof listDeals>> & { isTooSlow: boolean }

/** The outcome of a search that was not run. */
export const NO_DEALS: Found = {
  deals: [],
  count: 0,
  isCapped: false,
  offers: undefined,
  pages: 0,
  shelves: undefined,
  unpriced: 0,
  isTooSlow: false,
}

/**
 * `listDeals`, where a search that runs into the statement timeout returns `isTooSlow`, so that the page can say so and
 * keep the search. Without a search the timeout is an error.
 */
export async function searchWithTimeout(search: DealSearch): Promise<Found> {
  if (hasCrossedPrices(search)) return NO_DEALS
  try {
    return { ...(await listDeals(search, { countsOffers: true })), isTooSlow: false }
  } catch (error) {
    const isSearch = dealListPath({ ...search, view: '', page: 1 }) !== '/deals'
    if (!isSearch || !isStatementTimeout(error)) throw error
    return { ...NO_DEALS, isTooSlow: true }
  }
}
