import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { notifyFollowersSoon } from './notify-soon.server'

/** Whether a member bookmarked an offer of the product of a row of `deals`, this one or another. */
export const isBookmarked = sql<boolean>`exists (
  select from bookmarks join deals as offer on offer.id = bookmarks.deal_id where offer.product_id = deals.product_id)`

/**
 * Notes verified changes of published deals with followers or, if it affects them, owners. A silent correction notifies no
 * one. A change that was noted before notifies again, except its earlier recipients. A price that waits to notify becomes part
 * of its verified change, so that one event notifies of both.
 */
export async function noteVerifiedChanges(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const noted = await trx
    .insertInto('deal_events')
    .columns(['deal_id', 'kind', 'cause'])
    .expression((eb) =>
      eb
        .selectFrom('change_logs')
        .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
        .select(['change_logs.deal_id', sql`'CHANGE'::deal_event_kind`.as('kind'), sql`change_logs.id`.as('cause')])
        .where(sql<boolean>`change_logs.id = any(${ids}::uuid[])`)
        .where('change_logs.status', '=', 'APPROVED')
        .where('is_silent', '=', false)
        .where('published', '=', true)
        .where(({ or, and, exists, selectFrom, eb }) =>
          or([
            isBookmarked,
            exists(selectFrom('follows').whereRef('follows.vendor_id', '=', 'deals.vendor_id')),
            and([
              eb('affects_owners', '=', 'YES'),
              exists(selectFrom('purchases').whereRef('purchases.deal_id', '=', 'deals.id')),
            ]),
          ]),
        )
        .orderBy('change_logs.id'),
    )
    .onConflict((conflict) =>
      conflict.constraint('one_event_per_cause').doUpdateSet({
        withdrawn_at: null,
        started_at: null,
        done_at: null,
        audience: 0,
        told_to: null,
        created_at: sql<Date>`now()`,
      }),
    )
    .returning('id')
    .execute()
  if (noted.length === 0) return
  await takePrices(
    trx,
    noted.map(({ id }) => id),
  )
  await notifyFollowersSoon(trx)
}

async function takePrices(trx: Trx, events: number[]) {
  await trx
    .with('taken', (query) =>
      query
        .deleteFrom('deal_events as price')
        .using(['deal_events as event', 'change_logs as change'])
        .where('event.id', 'in', events)
        .whereRef('change.deal_id', '=', 'event.deal_id')
        .where(sql<boolean>`change.id::text = event.cause`)
        .where('change.kind', '=', 'PRICE')
        .whereRef('price.deal_id', '=', 'event.deal_id')
        .where('price.kind', '=', 'PRICE')
        .where('price.started_at', 'is', null)
        .where('price.done_at', 'is', null)
        .returning(['event.id', 'price.data']),
    )
    .updateTable('deal_events')
    .from('taken')
    .set((eb) => ({ data: eb.ref('taken.data') }))
    .whereRef('deal_events.id', '=', 'taken.id')
    .execute()
}

/** Gives prices that are part of a change events of their own again. */
export async function separatePrices(trx: Trx, which: RawBuilder<SqlBool>) {
  const { numAffectedRows = 0n } = await sql`
    with separated as (
      select id, deal_id, data from deal_events where kind = 'CHANGE' and data ? 'price' and ${which} for update),
    cleared as (update deal_events set data = '{}' from separated where deal_events.id = separated.id)
    insert into deal_events (deal_id, kind, cause, data)
    select deal_id, 'PRICE', gen_random_uuid(), data from separated`.execute(trx)
  if (numAffectedRows > 0n) await notifyFollowersSoon(trx)
}

/** Deletes the events of changes that notified no one yet. */
export async function forgetChanges(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  await separatePrices(trx, sql`cause = any(${ids}::text[]) and started_at is null`)
  await trx
    .deleteFrom('deal_events')
    .where('kind', '=', 'CHANGE')
    .where('cause', 'in', ids)
    .where('started_at', 'is', null)
    .execute()
}

/**
 * Takes a change back that is no longer verified: the notifications about it are deleted. Its price, which they told as well,
 * has its own event again, until the former price is restored.
 */
export async function withdrawChange(trx: Trx, id: string) {
  await separatePrices(trx, sql`cause = ${id}`)
  await forgetChanges(trx, [id])
  const withdrawn = await trx
    .updateTable('deal_events')
    .set({ withdrawn_at: sql<Date>`now()`, done_at: null })
    .where('kind', '=', 'CHANGE')
    .where('cause', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  if (withdrawn.length > 0) await notifyFollowersSoon(trx)
}
