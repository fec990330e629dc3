import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { findOrCreateVendors } from './find-or-create-vendors.server'
import { lockNewProducts } from './lock-new-products.server'
import { type ProductKeys, websiteOf } from './product-key'

type NewDeal = ProductKeys & {
  title: string
  slug: string
  vendor_name: string
  published: boolean
  /** Given if the product is known. */
  product_id?: string
}
/** A trigger decides whether further offers of a product are the current one. */
type Joined<Deal> = Deal & { vendor_id: string; product_id: string; is_current: boolean }

/**
 * Adds the vendor and the product to deals that are about to be inserted, and creates those that are new. A deal joins the
 * product of the newest deal with the same normalized title and the same vendor or link, deals before it in the list
 * included. Call this before locking deals, to avoid deadlocks.
 */
export async function joinProducts<Deal extends NewDeal>(trx: Trx, deals: Deal[]): Promise<Joined<Deal>[]> {
  if (deals.length === 0) return []
  await lockNewProducts(trx)
  const vendors = await findOrCreateVendors(trx, deals)
  const withVendors = deals.map((deal, index) => ({ ...deal, vendor_id: vendors[index]! }))
  const known = await findKnownProducts(trx, withVendors)
  const first: FirstOffer[] = []
  const joined = withVendors.map((deal) => {
    const found = deal.product_id ?? known.find(deal)
    const product_id = found ?? randomUUID()
    known.add(deal, product_id)
    if (!found) first.push({ ...deal, product_id })
    return { ...deal, product_id, is_current: !found && deal.published }
  })
  await createProducts(trx, first)
  return joined
}

type OfferKeys = Pick<ProductKeys, 'title_key' | 'link_key'> & { vendor_id: string }

/** The products by the titles, vendors and links of their deals. */
class KnownProducts {
  #products = new Map<string, { id: string; added: number }>()
  #added = 0

  add(deal: OfferKeys, id: string) {
    this.#added += 1
    for (const key of this.#keysOf(deal)) this.#products.set(key, { id, added: this.#added })
  }

  /** Of several products the one that was added last. */
  find(deal: OfferKeys) {
    const found = this.#keysOf(deal).flatMap((key) => this.#products.get(key) ?? [])
    return found.toSorted((a, b) => b.added - a.added)[0]?.id
  }

  /** A title without letters and digits is the same as no other. */
  #keysOf({ title_key, vendor_id, link_key }: OfferKeys) {
    if (title_key === '') return []
    const byVendor = JSON.stringify([title_key, 'vendor', vendor_id])
    return link_key === null ? [byVendor] : [byVendor, JSON.stringify([title_key, 'link', link_key])]
  }
}

async function findKnownProducts(trx: Trx, deals: OfferKeys[]) {
  const titles = [...new Set(deals.map(({ title_key }) => title_key))].filter((title) => title !== '')
  const vendors = [...new Set(deals.map(({ vendor_id }) => vendor_id))]
  const links = [...new Set(deals.map(({ link_key }) => link_key))].filter((link) => link !== null)
  const known = new KnownProducts()
  if (titles.length === 0) return known
  // Materialized, because the index of titles finds few deals, and those of vendors and links may find many.
  const stored = await trx
    .with(
      (cte) => cte('titled').materialized(),
      (query) =>
        query
          .selectFrom('deals')
          .select(['id', 'created_at', 'product_id', 'title_key', 'vendor_id', 'link_key'])
          .where(sql<boolean>`title_key = any(${titles}::text[])`),
    )
    .selectFrom('titled')
    .select(['product_id', 'title_key', 'vendor_id', 'link_key'])
    .where(sql<boolean>`(vendor_id = any(${vendors}::uuid[]) or link_key = any(${links}::text[]))`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const deal of stored) known.add(deal, deal.product_id)
  return known
}

type FirstOffer = Pick<NewDeal, 'title' | 'slug' | 'link_key'> & { vendor_id: string; product_id: string }

/** Creates products with the titles, vendors and sites of their first offers. */
export async function createProducts(trx: Trx, deals: FirstOffer[]) {
  if (deals.length === 0) return
  const taken = await trx
    .selectFrom('products')
    .select('slug')
    .where(sql<boolean>`slug = any(${deals.map(({ slug }) => slug)}::text[])`)
    .execute()
  const used = new Set(taken.map(({ slug }) => slug))
  await trx
    .insertInto('products')
    .values(
      deals.map(({ product_id, title, slug, vendor_id, link_key }) => ({
        id: product_id,
        name: title,
        slug: used.has(slug) ? `${slug.slice(0, 190)}-${product_id.slice(0, 8)}` : slug,
        vendor_id,
        website_url: websiteOf(link_key),
      })),
    )
    .execute()
}
