import { randomUUID } from 'node:crypto'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { createProducts } from '~/features/catalog/products/join-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { insertDifference } from '~/features/catalog/products/suggestions.server'
import { recordAudit } from '~/features/people/audit/audit.server'

/** In the place of the id of a product: the offer becomes a product of its own. */
export const OWN_PRODUCT = 'new'

type Move = {
  /** The product that the form showed the offer with. */
  from: string
  /** The id of a product, or OWN_PRODUCT. */
  to: string
}
type Moved = { outcome: 'moved'; product: Product } | { outcome: 'missing' } | { outcome: 'refused'; reason: string }
type Product = { id: string; name: string }

/**
 * Moves a deal to another product, or to a new one of its own, which is stored as different from the former one.
 * Triggers mark the current offers of both anew and delete a product that is left without offers.
 */
export async function moveOffer(actor: string, dealId: string, { from, to }: Move): Promise<Moved> {
  return inTransaction(async (trx) => {
    await lockNewProducts(trx)
    const isOwn = to === OWN_PRODUCT
    const deals = await lockDeals(trx, dealId, isOwn ? [from] : [from, to])
    const deal = deals.find(({ id }) => id === dealId)
    if (!deal) return { outcome: 'missing' }
    const former = await findProduct(trx, deal.product_id)
    // The same form sent twice.
    if (deal.product_id === to && from !== to) return { outcome: 'moved', product: former }
    const reason = reasonAgainst(deals, former, { from, to })
    if (reason) return { outcome: 'refused', reason }

    const product = isOwn ? await startProduct(trx, dealId) : await findProduct(trx, to)
    if (!product) return { outcome: 'refused', reason: 'The chosen product no longer exists. Choose another one.' }
    await trx.updateTable('deals').set({ product_id: product.id }).where('id', '=', dealId).execute()
    if (isOwn) await insertDifference(trx, actor, product.id, former.id)
    const detail = { title: deal.title, from: former.name, to: isOwn ? 'a product of its own' : product.name }
    await recordAudit({ actor, action: 'deal.moved', entity: 'deal', id: dealId, detail }, trx)
    return { outcome: 'moved', product }
  })
}

type LockedDeal = { id: string; title: string; product_id: string }

/**
 * The deal with all offers of both products. A transaction that deletes one of them waits, and then sees whether its product is
 * left without offers.
 */
async function lockDeals(trx: Trx, dealId: string, products: string[]): Promise<LockedDeal[]> {
  return trx
    .selectFrom('deals')
    .select(['id', 'title', 'product_id'])
    .where((eb) => eb.or([eb('id', '=', dealId), eb('product_id', 'in', products)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

function reasonAgainst(deals: LockedDeal[], former: Product, { from, to }: Move) {
  if (former.id === to) return 'The offer belongs to this product already.'
  if (former.id !== from) return `Someone else has moved this offer in the meantime. It belongs to ${former.name} now.`
  const isOnly = deals.filter(({ product_id }) => product_id === from).length === 1
  return to === OWN_PRODUCT && isOnly ? 'It is the only offer of its product already.' : undefined
}

async function findProduct(trx: Trx, id: string) {
  const found = trx.selectFrom('products').select(['id', 'name']).where('id', '=', id)
  return (await found.executeTakeFirst()) as Product
}

/** A product with the title, the vendor and the site of a deal. */
async function startProduct(trx: Trx, dealId: string): Promise<Product> {
  const deal = await trx
    .selectFrom('deals')
    .select(['title', 'slug', 'vendor_id', 'link_key'])
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await createProducts(trx, [{ ...deal, product_id: id }])
  return { id, name: deal.title }
}
