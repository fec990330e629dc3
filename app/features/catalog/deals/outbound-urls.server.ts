import { LRUCache } from 'lru-cache'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import { isDatabaseDown } from '~/db/outage.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { type LinkedDeal, linkOf } from '~/features/catalog/links/link-program'
import { programsOfPages, readActivePrograms } from '~/features/catalog/links/programs.server'
import { utcToday } from '~/http/utc-day'
import { log } from '~/log.server'

/**
 * The vendors' URLs of deals on the pages of this process, so that Get Deal works on pages that are served from memory
 * while the database is down. Like those pages, they count until midnight UTC.
 */
const urls = new LRUCache<string, { url: string; day: string }>({ max: 20_000 })

/** The columns of `deals` that decide where the button leads. */
export const LINK_COLUMNS = ['deals.cta_url', 'deals.affiliate_url', 'deals.platform_id'] as const

/**
 * Rows of deals without their links, because pages link to /go/{slug}, and with who may earn a commission from that
 * link. The plain addresses are remembered, except those of drafts.
 */
export async function withCommission<Row extends LinkedDeal>(rows: Row[], { areDrafts = false } = {}) {
  const programs = await programsOfPages()
  return rows.map(({ cta_url, affiliate_url, platform_id, ...row }) => {
    if (!areDrafts) urls.set(row.slug, { url: cta_url, day: utcToday() })
    const { commission } = linkOf({ slug: row.slug, cta_url, affiliate_url, platform_id }, programs)
    return { ...row, commission }
  })
}

/** Where a click goes. While the database is down it cannot be counted. */
type Outbound = { url: string; click?: { deal_id: string; link: string | null } }

/**
 * The link behind "Get Deal" of a published deal, composed now from its own affiliate link, a program or its plain
 * address. `link` is what earns: "own", the id of a program, or null. While the database is down it is the plain
 * address.
 */
export async function findOutbound(slug: string): Promise<Outbound | undefined> {
  const known = urls.get(slug)
  if (known?.day !== utcToday()) return composeOutbound(slug)
  try {
    if (!isDatabaseDown()) return await composeOutbound(slug)
  } catch (error) {
    if (classifyDbError(error) !== 'database') throw error
  }
  log.warn('A click was not counted, because the database is down')
  return { url: known.url }
}

async function composeOutbound(slug: string): Promise<Outbound | undefined> {
  const [[deal], programs] = await Promise.all([linkedDealBySlug({ slug }), readActivePrograms()])
  if (!deal) return undefined
  const { url, source, program } = linkOf({ ...deal, slug }, programs)
  return { url, click: { deal_id: deal.id, link: source === 'own' ? 'own' : (program ?? null) } }
}

const linkedDealBySlug = prepare('linked_deal_by_slug', (given: Placeholders<{ slug: string }>) =>
  db
    .selectFrom('deals')
    .select(['id', 'cta_url', 'affiliate_url', 'platform_id'])
    .where('slug', '=', given.slug)
    .where('published', '=', true),
)
