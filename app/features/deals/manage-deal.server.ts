import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { parseRowId } from '~/http/row-id'
import { DEAL_COLUMNS } from './deal-fields'

export type StoredDeal = NonNullable<Awaited<ReturnType<typeof findDealToEdit>>>

/** Everything the form of a deal shows, published or not. An id that is none finds nothing. */
export async function findDealToEdit(id: string, executor: Executor = db) {
  if (!parseRowId(id)) return undefined
  return executor
    .selectFrom('deals')
    .select(['id', ...DEAL_COLUMNS, 'version', 'created_at', 'updated_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('deal_pros_cons')
          .select(['type', 'text'])
          .whereRef('deal_id', '=', 'deals.id')
          .orderBy('type')
          .orderBy('position'),
      ).as('pros_cons'),
      jsonArrayFrom(
        eb
          .selectFrom('deal_faqs')
          .select(['question', 'answer'])
          .whereRef('deal_id', '=', 'deals.id')
          .orderBy('position'),
      ).as('faqs'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The deal as the last save left it; who wants to write it waits here, and nobody else writes it meanwhile. */
export async function lockDeal(trx: Trx, id: string) {
  // A statement of its own: what is read beside a row that was waited for would be older than the row.
  const row =
    parseRowId(id) && (await trx.selectFrom('deals').select('id').where('id', '=', id).forNoKeyUpdate().execute())
  return row ? findDealToEdit(id, trx) : undefined
}
