import type { Trx } from '~/db/executor'

/** Keeps a published deal from being deleted until the transaction ends. False when there is none. */
export async function lockPublishedDeal(trx: Trx, id: string) {
  const deal = await trx
    .selectFrom('deals')
    .select('id')
    .where('id', '=', id)
    .where('published', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  return deal !== undefined
}
