import { type NotNull, sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { shelfRank } from '~/features/catalog/deals/list/find-deals.server'
import { isOpenDeal } from '~/features/catalog/deals/open-deals.server'
import { listOffersOf } from '~/features/catalog/products/offers.server'
import { CHANGE_AND_DEAL_COLUMNS } from '~/features/catalog/record/change-columns.server'
import { LETTERS, VENDORS_PER_PAGE, type VendorListSearch } from './vendor-list'

/** Products on a page of a vendor. */
export const PRODUCTS_PER_PAGE = 24

/** A vendor with at least one published deal; its note is for staff. */
export async function findVendor(slug: string) {
  return db
    .selectFrom('vendors')
    .select(['id', 'name', 'slug', 'website_url', 'status', 'status_on', 'status_source_url'])
    .where('slug', '=', slug)
    .where(hasPublishedDeal)
    .executeTakeFirst()
}

const hasPublishedDeal = sql<boolean>`exists (select from deals where vendor_id = vendors.id and published)`

/** The current slug of the vendor that had this one before. */
export async function findMovedVendor(slug: string) {
  return db
    .selectFrom('vendor_redirects')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select('vendors.slug')
    .where('vendor_redirects.slug', '=', slug)
    .where(hasPublishedDeal)
    .executeTakeFirst()
}

export type VendorFigures = Awaited<ReturnType<typeof countVendor>>

/**
 * What is on record about a vendor: counts of its published deals and their verified changes. Shared products have published
 * offers of other vendors.
 */
export async function countVendor(id: string) {
  const [figures, changes] = await Promise.all([
    db
      .selectFrom('deals')
      .select((eb) => [
        eb.fn.count<number>('product_id').distinct().as('products'),
        eb.fn
          .count<number>('product_id')
          .distinct()
          .filterWhere((eb) =>
            eb.exists(
              eb
                .selectFrom('deals as other')
                .select('other.id')
                .whereRef('other.product_id', '=', 'deals.product_id')
                .whereRef('other.vendor_id', '<>', 'deals.vendor_id')
                .where('other.published', '=', true),
            ),
          )
          .as('sharedProducts'),
        eb.fn.countAll<number>().as('offers'),
        eb.fn.countAll<number>().filterWhere(isOpenDeal()).as('open'),
        sql<number>`coalesce(sum(review_count), 0)::int`.as('reviews'),
        sql<number | null>`sum(rating_sum)::float8 / nullif(sum(review_count), 0)`.as('average'),
        eb.fn.min<string>('start_date').as('since'),
      ])
      .where('vendor_id', '=', id)
      .where('published', '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('deals')
      .innerJoin('change_logs', 'change_logs.deal_id', 'deals.id')
      .select((eb) => [
        'change_logs.kind',
        eb.fn.countAll<number>().as('changes'),
        eb.fn.countAll<number>().filterWhere('affects_owners', '=', 'YES').as('affecting'),
        eb.fn.countAll<number>().filterWhere('effect', '=', 'BETTER').as('better'),
        eb.fn.countAll<number>().filterWhere('effect', '=', 'WORSE').as('worse'),
      ])
      .where('deals.vendor_id', '=', id)
      .where('deals.published', '=', true)
      .where('change_logs.verified_at', 'is not', null)
      .groupBy('change_logs.kind')
      .orderBy('changes', 'desc')
      .orderBy('change_logs.kind')
      .execute(),
  ])
  return { ...figures, changes }
}

/** One page of the products of a vendor with all their published offers, open ones first. */
export async function listVendorProducts(id: string, page: number) {
  const products = await db
    .selectFrom('products')
    .innerJoin('deals', (join) => join.onRef('deals.product_id', '=', 'products.id').on('deals.is_current', '=', true))
    .select(['products.id', 'products.name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deals as own')
          .select('own.id')
          .whereRef('own.product_id', '=', 'products.id')
          .where('own.vendor_id', '=', id)
          .where('own.published', '=', true),
      ),
    )
    .orderBy(shelfRank())
    .orderBy('deals.start_date', 'desc')
    .orderBy('products.id')
    .offset((page - 1) * PRODUCTS_PER_PAGE)
    .limit(PRODUCTS_PER_PAGE)
    .execute()
  const offers = await listOffersOf(products.map((product) => product.id))
  return products.map((product) => ({ ...product, offers: offers.get(product.id)! }))
}

/** The newest verified changes of the published deals of a vendor. */
export async function listVendorChanges(id: string, limit: number) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(CHANGE_AND_DEAL_COLUMNS)
    .where('deals.vendor_id', '=', id)
    .where('deals.published', '=', true)
    .where('change_logs.verified_at', 'is not', null)
    .orderBy('change_logs.verified_at', 'desc')
    .orderBy('change_logs.id', 'desc')
    .limit(limit)
    .$narrowType<{ verified_at: NotNull }>()
    .execute()
}

/** Names that begin with no Latin letter are listed under "#". */
const letterOf = sql<string>`case when vendors.name ~ '^[A-Za-z]' then upper(left(vendors.name, 1)) else '#' end`

/** How many vendors with a published deal there are under each letter, in the order of the letters. */
export async function readLetters() {
  const letters = await db
    .selectFrom('vendors')
    .select((eb) => [letterOf.as('letter'), eb.fn.countAll<number>().as('vendors')])
    .where(hasPublishedDeal)
    .groupBy(letterOf)
    .execute()
  return letters.sort((a, b) => LETTERS.indexOf(a.letter) - LETTERS.indexOf(b.letter))
}

export const listLetters = memoizeByContentVersion(readLetters)

export type ListedVendor = Awaited<ReturnType<typeof listVendors>>[number]

/** A page of the vendors with a published deal, A to Z: those of a letter, or those whose name contains a text, or all. */
export async function listVendors({ q, letter, page }: VendorListSearch) {
  let vendors = db
    .selectFrom('vendors')
    .innerJoinLateral(
      sql<{ products: number; offers: number; open: number }>`(
        select count(distinct product_id) as products, count(*) as offers, count(*) filter (where ${isOpenDeal()}) as open
        from deals where vendor_id = vendors.id and published)`.as('counts'),
      (join) => join.on('counts.offers', '>', 0),
    )
    .select(['vendors.id', 'vendors.name', 'vendors.slug', 'vendors.status', 'vendors.status_on'])
    .select(['counts.products', 'counts.offers', 'counts.open', letterOf.as('letter')])
  if (q) {
    const text = q.replace(/[\\%_]/g, '\\$&')
    vendors = vendors.where(sql<boolean>`fold_case(vendors.name) like '%' || fold_case(${text}) || '%'`)
  } else if (letter) vendors = vendors.where(letterOf, '=', letter)
  return vendors
    .orderBy(sql`${letterOf} = '#'`)
    .orderBy(letterOf)
    .orderBy(sql`lower(vendors.name)`)
    .orderBy('vendors.id')
    .offset((page - 1) * VENDORS_PER_PAGE)
    .limit(VENDORS_PER_PAGE + 1)
    .execute()
}

/** The slugs of vendors with a published deal, for the sitemap. */
export async function listVendorSlugs(limit: number) {
  return db.selectFrom('vendors').select('slug').where(hasPublishedDeal).orderBy('slug').limit(limit).execute()
}
