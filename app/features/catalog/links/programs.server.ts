import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { prepare } from '~/db/prepared.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { LINK_SOURCES, type LinkedDeal, type LinkProgram, type LinkSource, linkOf } from './link-program'

const activePrograms = prepare('active_link_programs', () =>
  db.selectFrom('link_programs').select(['id', 'template', 'host', 'platform_id']).where('is_active', '=', true),
)

/** The programs that compose links now. A click reads them fresh: a program that was just paused counts no more. */
export const readActivePrograms = (): Promise<LinkProgram[]> => activePrograms({})

/** The same cached by content version, for pages. */
export const listActivePrograms = memoizeByContentVersion(readActivePrograms)

/** Adds whether the button of each deal earns a commission. */
export async function withEarnings<Row extends LinkedDeal>(rows: Row[]) {
  const programs = await listActivePrograms()
  return rows.map((row) => ({ ...row, earns: linkOf(row, programs).source !== 'plain' }))
}

/** The open deals, with what decides where their buttons lead. */
export function readOpenLinks() {
  return db
    .selectFrom('deals')
    .select(['slug', 'cta_url', 'affiliate_url', 'platform_id'])
    .where('published', '=', true)
    .where(isOpen())
    .execute()
}

export type LinkCounts = { open: number; bySource: Record<LinkSource, number> }

/** How many open deals have a link of each source. */
export const countLinks = memoizeByContentVersion(async (): Promise<LinkCounts> => {
  const [deals, programs] = await Promise.all([readOpenLinks(), readActivePrograms()])
  const bySource = Object.fromEntries(LINK_SOURCES.map((source) => [source, 0])) as Record<LinkSource, number>
  for (const deal of deals) bySource[linkOf(deal, programs).source] += 1
  return { open: deals.length, bySource }
})
