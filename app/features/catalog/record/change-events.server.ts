import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { notifyFollowersSoon } from './notify-soon.server'

/** Whether a member bookmarked an offer of the product of a row of `deals`, this one or another. */
export const isBookmarked = sql<boolean>`exists (
  select from bookmarks join deals as offer on offer.id = bookmarks.deal_id where offer.product_id = deals.product_id)`

/**
 * Notes verified changes of published deals with followers or, if it affects them, owners. A silent correction notifies no
 * one. A change that was noted before notifies again, except its earlier recipients.
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
  if (noted.length > 0) await notifyFollowersSoon(trx)
}

/** Deletes the events of changes that notified no one yet. */
export async function forgetChanges(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  await trx
    .deleteFrom('deal_events')
    .where('kind', '=', 'CHANGE')
    .where('cause', 'in', ids)
    .where('started_at', 'is', null)
    .execute()
}

/** Takes a change back that is no longer verified: the notifications about it are deleted. */
export async function withdrawChange(trx: Trx, id: string) {
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
