import { listDeals } from './catalog.server'
import { listCurrencies } from './currencies.server'
import { type DealSearch, dealSearchParams, hasCrossedPrices } from './deal-search'

type Found = Awaited<ReturnType<typeof listDeals>> & { currencies: string[]; isTooSlow: boolean }

/** PostgreSQL's "query_canceled": a statement ran into the pool's time limit. */
const CANCELED = '57014'
const NOTHING = { deals: [], count: 0, isCountCapped: false, offers: undefined, pages: 0 }

/** The outcome of a search that could not be run. */
export const NOTHING_FOUND: Found = { ...NOTHING, currencies: [], isTooSlow: false }

/**
 * `listDeals` with the currencies of all prices. A search that runs into the statement timeout returns `isTooSlow`, so
 * that the page can say so and keep the search. Without a search the timeout is an error.
 */
export async function searchWithTimeout(search: DealSearch): Promise<Found> {
  try {
    const [list, currencies] = await Promise.all([
      hasCrossedPrices(search) ? NOTHING : listDeals(search, { countsOffers: true }),
      listCurrencies(),
    ])
    return { ...list, currencies, isTooSlow: false }
  } catch (error) {
    const isQuestion = dealSearchParams({ ...search, view: '', page: 1, d: [] }) !== ''
    if (!isQuestion || (error as { code?: string }).code !== CANCELED) throw error
    return { ...NOTHING_FOUND, isTooSlow: true }
  }
}
