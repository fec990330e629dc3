import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { DEAL_COLUMNS } from '~/features/catalog/deals/deal-fields'
import { faqsOf, planLimitsOf, plansOf, prosAndConsOf } from '~/features/catalog/deals/deal-lists.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { parseRowId } from '~/http/params'

export type StoredDeal = NonNullable<Awaited<ReturnType<typeof findDealToEdit>>>

/** The fields of a deal for its form, drafts included; undefined for an unknown or invalid id. */
export async function findDealToEdit(id: string, executor: Executor = db) {
  if (!parseRowId(id)) return undefined
  return executor
    .selectFrom('deals')
    .select(['id', ...DEAL_COLUMNS, 'version', 'created_at', 'updated_at'])
    .select((eb) => [
      prosAndConsOf(eb).as('pros_cons'),
      faqsOf(eb).as('faqs'),
      plansOf(eb).as('plans'),
      planLimitsOf(eb).as('limits'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The picture of a deal, or why it could not be fetched. */
export async function findPictureToEdit(id: string) {
  return db
    .selectFrom('deals')
    .leftJoin('picture_fetches', (join) =>
      join.onRef('picture_fetches.deal_id', '=', 'deals.id').onRef('picture_fetches.url', '=', 'deals.hero_image_url'),
    )
    .select([dealPicture.as('picture'), 'picture_fetches.problem as picture_problem'])
    .where('deals.id', '=', id)
    .executeTakeFirst()
}

/** Locks a deal for writing, waiting for other writers, and returns it as they left it. */
export async function lockDeal(trx: Trx, id: string) {
  // A separate statement: one that waits for a lock reads other tables as they were before the wait.
  const row =
    parseRowId(id) && (await trx.selectFrom('deals').select('id').where('id', '=', id).forNoKeyUpdate().execute())
  return row ? findDealToEdit(id, trx) : undefined
}

/** The names of all categories and platforms by id; there are a few hundred. */
export async function listTaxonomyNames(executor: Executor): Promise<ReadonlyMap<string, string>> {
  const rows = await executor
    .selectFrom('categories')
    .select(['id', 'name'])
    .unionAll(executor.selectFrom('platforms').select(['id', 'name']))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
