import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { lockNewProducts } from './lock-new-products.server'
import { type ProductKeys, storedVendorKey, websiteOf } from './product-key'

type NamedVendor = Pick<ProductKeys, 'vendor_key' | 'link_key'> & { vendor_name: string }

/** The ids of the vendors that these deals name, in their order. Vendors with a new name are created. */
export async function findOrCreateVendors(trx: Trx, deals: NamedVendor[]): Promise<string[]> {
  const keyed = deals.map((deal) => ({ ...deal, key: storedVendorKey(deal.vendor_name, deal.vendor_key) }))
  let ids = await findVendors(trx, keyed)
  if (keyed.some(({ key }) => !ids.has(key))) {
    await lockNewProducts(trx)
    // Another transaction may have created them before it released the lock.
    ids = await findVendors(trx, keyed)
    const first = new Map(keyed.toReversed().map((deal) => [deal.key, deal]))
    const missing = [...first.values()].filter(({ key }) => !ids.has(key))
    if (missing.length > 0) for (const [key, id] of await createVendors(trx, missing.toReversed())) ids.set(key, id)
  }
  return keyed.map(({ key }) => ids.get(key)!)
}

type Keyed = NamedVendor & { key: string }

async function findVendors(trx: Trx, deals: Keyed[]) {
  const keys = [...new Set(deals.map(({ key }) => key))]
  const found = await trx
    .selectFrom('vendor_names')
    .select(['key', 'vendor_id'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  return new Map(found.map(({ key, vendor_id }) => [key, vendor_id]))
}

async function createVendors(trx: Trx, missing: Keyed[]) {
  const slugs = await freeSlugs(trx, missing)
  const created = await trx
    .insertInto('vendors')
    .values(
      missing.map(({ key, vendor_name, link_key }) => ({
        name: vendor_name,
        slug: slugs.get(key)!,
        website_url: websiteOf(link_key),
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  const idOf = new Map(created.map(({ id, slug }) => [slug, id]))
  const named = missing.map(({ key }) => ({ key, vendor_id: idOf.get(slugs.get(key)!)! }))
  await trx.insertInto('vendor_names').values(named).execute()
  return named.map(({ key, vendor_id }) => [key, vendor_id] as const)
}

/** A slug for each key, with a hash of the key where the plain one belongs to another vendor or redirects to it. */
async function freeSlugs(trx: Trx, missing: Keyed[]) {
  const { rows } = await sql<{ key: string; base: string; is_taken: boolean }>`
    select key, base, exists (
      select from vendors where slug = base union all select from vendor_redirects where slug = base) as is_taken
    from unnest(${missing.map(({ vendor_name }) => vendor_name)}::text[], ${missing.map(({ key }) => key)}::text[])
        with ordinality as named (name, key, position)
      cross join lateral (select vendor_slug(name, key) as base) as slugs
    order by position`.execute(trx)
  const used = new Set<string>()
  return new Map(
    rows.map(({ key, base, is_taken }) => {
      const slug = is_taken || used.has(base) ? `${base}-${hashOf(key)}` : base
      used.add(slug)
      return [key, slug]
    }),
  )
}

const hashOf = (key: string) => createHash('md5').update(key).digest('hex').slice(0, 8)

/**
 * Moves deals whose vendor name was changed to the vendor of that name. A product none of whose offers has its vendor any
 * more moves with them.
 */
export async function followVendorNames(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const deals = await trx
    .selectFrom('deals')
    .select(['id', 'product_id', 'vendor_id', 'vendor_name', 'vendor_key', 'link_key'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  const vendors = await findOrCreateVendors(trx, deals)
  const moved = deals
    .map((deal, index) => ({ ...deal, to: vendors[index]! }))
    .filter(({ vendor_id, to }) => vendor_id !== to)
  if (moved.length === 0) return
  const changes = sql`unnest(
    ${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ product_id }) => product_id)}::uuid[],
    ${moved.map(({ vendor_id }) => vendor_id)}::uuid[], ${moved.map(({ to }) => to)}::uuid[]
  ) as changed (id, product_id, former_id, vendor_id)`
  await sql`update deals set vendor_id = changed.vendor_id from ${changes} where deals.id = changed.id`.execute(trx)
  await sql`
    update products set vendor_id = changed.vendor_id from ${changes}
    where products.id = changed.product_id and products.vendor_id = changed.former_id and not exists (
      select from deals where deals.product_id = changed.product_id and deals.vendor_id = changed.former_id)`.execute(
    trx,
  )
}
