import { listDeals } from './catalog.server'
import { listCurrencies } from './currencies.server'
import { type DealSearch, dealSearchParams, hasCrossedPrices } from './deal-search'

type Found = Awaited<ReturnType<typeof listDeals>> & { currencies: string[]; isTooSlow: boolean }

/** PostgreSQL's "query_canceled": a statement ran into the pool's time limit. */
const CANCELED = '57014'
const NOTHING = { deals: [], count: 0, isCountCapped: false, pages: 0 }

/**
 * `listDeals` for a page that people have asked a question on, with the currencies of all prices: what cannot be found
 * in time is said in its place, with the question kept. The whole list asks nothing; when that takes too long,
 * something is wrong.
 */
export async function searchWithTimeout(search: DealSearch): Promise<Found> {
  try {
    const [list, currencies] = await Promise.all([
      hasCrossedPrices(search) ? NOTHING : listDeals(search),
      listCurrencies(),
    ])
    return { ...list, currencies, isTooSlow: false }
  } catch (error) {
    const isQuestion = dealSearchParams({ ...search, page: 1 }) !== ''
    if (!isQuestion || (error as { code?: string }).code !== CANCELED) throw error
    return { ...NOTHING, currencies: [], isTooSlow: true }
  }
}
