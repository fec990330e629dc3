import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { recordAudit } from '~/features/people/audit/audit.server'

export const PAIRS_PER_PAGE = 20

type PairSide = {
  id: string
  name: string
  vendor: string
  offers: number
  reviews: number
  /** Of the offer that lists show, or of any. */
  slug: string
  picture: ShownPicture | null
}

export type SuggestedPair = {
  similarity: number
  why: 'same vendor' | 'same link' | 'same name' | 'similar name'
  /** The one with more offers, which a merge would keep. */
  keep: PairSide
  other: PairSide
}

/** How many pairs wait for staff to decide whether they are one product. */
export async function countSuggestedPairs() {
  const { rows } = await sql<{ pairs: number }>`
    select count(*) as pairs from product_pairs where not is_different`.execute(db)
  return rows[0]!.pairs
}

type Which = { limit: number; offset?: number /** Only those with this product. */; of?: string }

/** Suggested pairs, the most alike first. */
export async function listSuggestedPairs({ limit, offset = 0, of }: Which): Promise<SuggestedPair[]> {
  const { rows } = await sql<{ similarity: number; why: SuggestedPair['why']; one: PairSide; other: PairSide }>`
    with page as materialized (
      select product_id, other_id, similarity from product_pairs
      where not is_different ${of ? sql`and ${of} in (product_id, other_id)` : sql``}
      order by similarity desc, product_id, other_id limit ${limit} offset ${offset})
    select similarity, ${side('one')} as one, ${side('other')} as other,
      case
        when one.vendor_id = other.vendor_id then 'same vendor'
        when exists (
          select from deals as mine join deals as theirs using (link_key)
          where mine.product_id = one.id and theirs.product_id = other.id) then 'same link'
        when similarity = 1 then 'same name'
        else 'similar name'
      end as why
    from page join products as one on one.id = page.product_id join products as other on other.id = page.other_id
    order by similarity desc, product_id, other_id`.execute(db)
  return rows.map(({ similarity, why, one, other }) =>
    other.offers > one.offers ? { similarity, why, keep: other, other: one } : { similarity, why, keep: one, other },
  )
}

const side = (alias: 'one' | 'other') => {
  const product = sql.ref(alias)
  return sql`(
    select jsonb_build_object('id', ${product}.id, 'name', ${product}.name,
      'vendor', (select name from vendors where id = ${product}.vendor_id),
      'offers', count(*), 'reviews', coalesce(sum(review_count), 0),
      'slug', coalesce((array_agg(slug order by is_current desc, created_at desc))[1], ${product}.slug),
      'picture', (array_agg(${dealPicture} order by is_current desc, created_at desc))[1])
    from deals where deals.product_id = ${product}.id)`
}

/**
 * Remembers that two products are not the same, so that they are not suggested again.
 *
 * @returns the names of both; undefined when the pair is no longer suggested: somebody has decided, or one is gone
 */
export async function tellApart(actor: string, productId: string, otherId: string) {
  return inTransaction(async (trx) => {
    const { rows } = await sql<{ id: string; name: string; other: string }>`
      update product_pairs set is_different = true, decided_by = ${actor}, decided_at = now()
      from products as one, products as other
      where one.id = product_pairs.product_id and other.id = product_pairs.other_id and not is_different
        and one.id = least(${productId}::uuid, ${otherId}::uuid)
        and other.id = greatest(${productId}::uuid, ${otherId}::uuid)
      returning one.id, one.name, other.name as other`.execute(trx)
    const pair = rows[0]
    if (!pair) return undefined
    const { id, name, other } = pair
    await recordAudit({ actor, action: 'product.told-apart', entity: 'product', id, detail: { name, other } }, trx)
    return { name, other }
  })
}
