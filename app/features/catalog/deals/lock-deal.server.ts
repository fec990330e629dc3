import type { Trx } from '~/db/executor'

/** Locks a published deal against deletion until the transaction ends. False when there is none. */
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
