import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { isSamePage } from '~/features/catalog/products/plain-link'
import { linkKey } from '~/features/catalog/products/product-key'
import type { KnownOffers } from './suggestion'

/** How many are shown. */
const SHOWN = 5
/** How many deals of a host are compared at most. */
const COMPARED = 1_000

/**
 * The published deals that a link belongs to, open ones first: those of the same site or entry of a store, or where the
 * host says nothing about the product, those of the same page.
 */
export async function findKnownOffers(url: string): Promise<KnownOffers | undefined> {
  const key = linkKey(url)
  const ids = key ? await listByKey(key) : await listByPage(url)
  if (ids.length === 0) return undefined
  const rows = await db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .innerJoin('products', 'products.id', 'deals.product_id')
    .select(['deals.id', 'deals.slug', 'deals.title', 'deals.product_id', 'products.name as product'])
    .select(['platforms.name as platform', 'deals.deal_price', 'deals.currency', 'deals.start_date', 'deals.end_date'])
    .select(['deals.deal_price_period', 'deals.discount_percent', 'deals.coupon_code'])
    .select([shownStatus().as('shown_status'), 'deals.confirmed_on', 'deals.review_count', 'deals.rating_sum'])
    .where('deals.id', 'in', ids)
    .orderBy(sql`${shownStatus()} = 'EXPIRED'`)
    .orderBy('deals.start_date', 'desc')
    .orderBy('deals.id')
    .limit(SHOWN)
    .execute()
  const isOneProduct = new Set(rows.map(({ product_id }) => product_id)).size === 1
  const offers = rows.map(({ title, product_id: _, product: __, ...offer }) => ({
    ...offer,
    platform: isOneProduct ? offer.platform : `${title}, ${offer.platform}`,
  }))
  return { product: isOneProduct ? rows[0]!.product : null, offers, more: ids.length - offers.length }
}

async function listByKey(key: string) {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('published', '=', true)
    .where('link_key', '=', key)
    .limit(COMPARED)
    .execute()
  return rows.map(({ id }) => id)
}

async function listByPage(url: string) {
  const rows = await db
    .selectFrom('deals')
    .select(['id', 'cta_url'])
    .where('published', '=', true)
    .where('link_key', 'is', null)
    .where(sql<boolean>`link_host(cta_url) = any(${hostsOf(url)})`)
    .limit(COMPARED)
    .execute()
  return rows.filter(({ cta_url }) => isSamePage(cta_url, url)).map(({ id }) => id)
}

function hostsOf(url: string) {
  const host = new URL(url).host.replace(/^www\./, '')
  return [host, `www.${host}`]
}
