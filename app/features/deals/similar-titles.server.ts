import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { EVERY_DEAL } from './deal-search'
import { matchDeals } from './matching-deals.server'
import { chooseCount, sampleShares } from './search-plan.server'
import { rankTitles, termParts } from './similar-titles'

const CANDIDATES = 100
const NOWHERE = { categoryIds: [], platformId: undefined }

/** The published titles that look most like `q`, at most 3, for "Did you mean". */
export async function suggestTitles(q: string) {
  const found = await Promise.all(termParts([...q].slice(0, 40).join('')).map(listDealsWith))
  const candidates = new Map(found.flat().map((deal) => [deal.slug, deal]))
  return rankTitles(q, [...candidates.values()], 3)
}

async function listDealsWith(part: string) {
  const search = { ...EVERY_DEAL, q: part }
  const way = chooseCount(search, await sampleShares(search, NOWHERE), CANDIDATES)
  const hits = matchDeals(search, NOWHERE, { byLetters: way === 'letters' }).select(['slug', 'title'])
  // A part of a summary's everyday word is in few titles: looking for it ends after so many hits.
  return db
    .selectFrom(hits.limit(CANDIDATES * 20).as('hits'))
    .select(['slug', 'title'])
    .where(sql<SqlBool>`strpos(search_fold(title), search_fold(${part})) > 0`)
    .limit(CANDIDATES)
    .execute()
}
