import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { noteDealsToMatch } from '~/features/catalog/deals/deal-events.server'
import { isBookmarked } from '~/features/catalog/record/change-events.server'
import { notifyFollowersSoon } from '~/features/catalog/record/notify-soon.server'

/**
 * Daily job: notes followed deals that end within three days, or that ended by their date in the last week, and deals
 * that open today for the saved searches.
 */
export async function noteDates(today: string) {
  await inTransaction(async (trx) => {
    const ending = await noteEnding(trx, today)
    const ended = await noteEnded(trx, today)
    if (ending.length + ended.length > 0) await notifyFollowersSoon(trx)
    const opening = await trx
      .selectFrom('deals')
      .select('id')
      .where('published', '=', true)
      .where('start_date', '=', today)
      .execute()
    await noteDealsToMatch(
      trx,
      opening.map(({ id }) => id),
    )
  })
}

function noteEnding(trx: Trx, today: string) {
  return trx
    .insertInto('deal_events')
    .columns(['deal_id', 'kind', 'cause', 'data'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select(['id', sql`'ENDING'::deal_event_kind`.as('kind'), sql`id || ':' || end_date`.as('cause')])
        .select(sql`jsonb_build_object('end_date', end_date)`.as('data'))
        .where('published', '=', true)
        .where('status', '<>', 'EXPIRED')
        .where('start_date', '<=', today)
        .where(sql<boolean>`end_date between ${today}::date and ${today}::date + 3`)
        .where(isBookmarked)
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
}

function noteEnded(trx: Trx, today: string) {
  return trx
    .insertInto('deal_events')
    .columns(['deal_id', 'kind', 'cause'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select(['id', sql`'ENDED'::deal_event_kind`.as('kind'), sql`id || ':' || end_date`.as('cause')])
        .where('published', '=', true)
        .where('status', '<>', 'EXPIRED')
        .where(sql<boolean>`end_date between ${today}::date - 7 and ${today}::date - 1`)
        .where(isBookmarked)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deal_events')
                .whereRef('deal_events.deal_id', '=', 'deals.id')
                .where('deal_events.kind', '=', 'ENDED')
                .where(sql<boolean>`deal_events.created_at >= (deals.end_date + 1)::timestamp at time zone 'UTC'`),
            ),
          ),
        )
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
}

/** Daily job: deletes events after 90 days, when their notifications are gone. */
export async function deleteOldEvents() {
  await db
    .deleteFrom('deal_events')
    .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
    .where('done_at', 'is not', null)
    .where('kind', 'not in', ['PUBLISHED'])
    .execute()
}
