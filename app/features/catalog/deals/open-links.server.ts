import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { LINK_SOURCES, type LinkSource, linkOf } from '~/features/catalog/links/link-program'
import { readActivePrograms } from '~/features/catalog/links/programs.server'
import { isOpenDeal } from './open-deals.server'

/** The open deals, with what decides where their buttons lead. */
export function readOpenLinks() {
  return db
    .selectFrom('deals')
    .select(['slug', 'cta_url', 'affiliate_url', 'platform_id'])
    .where(isOpenDeal())
    .execute()
}

/** `others` counts the plain links that may earn someone else a commission. */
export type LinkCounts = { open: number; others: number; bySource: Record<LinkSource, number> }

/** How many open deals have a link of each source. */
export const countLinks = memoizeByContentVersion(async (): Promise<LinkCounts> => {
  const [deals, programs] = await Promise.all([readOpenLinks(), readActivePrograms()])
  const bySource = Object.fromEntries(LINK_SOURCES.map((source) => [source, 0])) as Record<LinkSource, number>
  const links = deals.map((deal) => linkOf(deal, programs))
  for (const { source } of links) bySource[source] += 1
  return { open: deals.length, others: links.filter(({ commission }) => commission === 'others').length, bySource }
})
