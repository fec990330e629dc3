import { listDeals } from './catalog.server'
import { type DealSearch, dealSearchParams } from './deal-search'

type Found = Awaited<ReturnType<typeof listDeals>> & { isTooSlow: boolean }

/** PostgreSQL's "query_canceled": a statement ran into the pool's time limit. */
const CANCELED = '57014'
const NOTHING = { deals: [], count: 0, isCountCapped: false, pages: 0, isTooSlow: true }

/**
 * `listDeals` for a page that people have asked a question on: what cannot be found in time is said in its place,
 * with the question kept. The whole list asks nothing; when that takes too long, something is wrong.
 */
export async function searchInTime(search: DealSearch): Promise<Found> {
  try {
    return { ...(await listDeals(search)), isTooSlow: false }
  } catch (error) {
    const isQuestion = dealSearchParams({ ...search, page: 1 }) !== ''
    if (!isQuestion || (error as { code?: string }).code !== CANCELED) throw error
    return NOTHING
  }
}
