import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { parseRowId } from '~/http/params'
import { listSimilarProducts } from './suggestions.server'

/** A product that may be the same as another one. */
export type OtherProduct = { id: string; name: string; vendor: string; offers: number; is_named: boolean }

const LISTED = 20

/**
 * Products that these words name by their id, slug or whole name; otherwise those with the words in their name. The
 * product itself is among them only if it is named. Without words, those that are suggested as the same.
 */
export async function listOtherProducts(id: string, words: string): Promise<OtherProduct[]> {
  const named = sql<boolean>`(products.id = ${parseRowId(words) ?? null}::uuid or products.slug = ${words}
    or lower(products.name) = lower(${words}))`
  const similar = words ? [] : await listSimilarProducts(id)
  const { rows } = await sql<OtherProduct>`
    select products.id, products.name, vendors.name as vendor, coalesce(${named}, false) as is_named,
      (select count(*) from deals where product_id = products.id) as offers
    from products join vendors on vendors.id = vendor_id
    where ${words ? sql`${named} or (products.id <> ${id} and fold_case(products.name) like '%' || ${folded(words)} || '%')` : sql`products.id = any(${similar}::uuid[])`}
    order by is_named desc, char_length(products.name), lower(products.name), products.id limit ${LISTED}`.execute(db)
  const isNamed = rows.some(({ is_named }) => is_named)
  return rows.filter(({ is_named }) => is_named === isNamed)
}

/** Folded as the searched names, with the wildcards of LIKE escaped. */
const folded = (text: string) => sql`fold_case(${text.replace(/[\\%_]/g, '\\$&')})`
