import { LRUCache } from 'lru-cache'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import { isDatabaseDown } from '~/db/outage.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { utcToday } from '~/http/utc-day'
import { log } from '~/log.server'

type Outbound = { slug: string; cta_url: string }

/**
 * The vendors' URLs of deals on the pages of this process, so that Get Deal works on pages that are served from memory
 * while the database is down. Like those pages, they count until midnight UTC.
 */
const urls = new LRUCache<string, { url: string; day: string }>({ max: 20_000 })

/** Remembers the URLs of published deals. Returns the rows without them, because pages link to /go/{slug}. */
export function rememberOutboundUrls<Row extends Outbound>(rows: Row[]) {
  return rows.map(({ cta_url: url, ...row }) => {
    urls.set(row.slug, { url, day: utcToday() })
    return row
  })
}

/** The vendor's URL behind "Get Deal" of a published deal. While the database is down it has no id to count clicks for. */
export async function findOutboundUrl(slug: string): Promise<{ id?: string; cta_url: string } | undefined> {
  const known = urls.get(slug)
  if (known?.day !== utcToday()) return (await outboundUrlBySlug({ slug })).at(0)
  try {
    if (!isDatabaseDown()) return (await outboundUrlBySlug({ slug })).at(0)
  } catch (error) {
    if (classifyDbError(error) !== 'database') throw error
  }
  log.warn('A click was not counted, because the database is down')
  return { cta_url: known.url }
}

const outboundUrlBySlug = prepare('outbound_url_by_slug', (given: Placeholders<{ slug: string }>) =>
  db.selectFrom('deals').select(['id', 'cta_url']).where('slug', '=', given.slug).where('published', '=', true),
)
