import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { utcToday } from '~/http/utc-day'
import type { Amount } from '~/ui/money'

/** How long a changed deal waits, so that a change that is undone at once notifies no one. */
export const QUIET_SECONDS = 20

/** A new price that is paid once; `was` is null if the deal had none in this currency. */
export type PriceNews = { price: Amount; was: Amount | null; currency: string }

/**
 * Notes deals that are about to change, with their state before, in the transaction of the change. Call it before the
 * first write, and with `isNew` after deals were added: a job compares, and notifies of what is different then. The caller
 * locks the deals first.
 */
export async function noteDeals(trx: Trx, ids: string[], { isNew = false } = {}) {
  if (ids.length === 0) return
  await note(trx, sql`id = any(${ids}::uuid[])`, isNew ? sql`null::jsonb` : sql`offer_state(deals)`)
}

/** The state before the next change, of a deal that is still to be matched because of the former one. */
const UNMATCHED = sql`excluded.before || '{"offer": null}'`

async function note(trx: Trx, which: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  const { numAffectedRows = 0n } = await sql`
    insert into changed_deals (deal_id, before) select id, ${before} from deals where ${which} order by id
    on conflict (deal_id) do update set changed_at = now(), is_told = false,
      before = case when changed_deals.is_told then ${UNMATCHED} else changed_deals.before end`.execute(trx)
  if (numAffectedRows > 0n) await tellSoon(trx)
}

async function tellSoon(trx: Trx) {
  const runAt = new Date(Date.now() + 1_000 * QUIET_SECONDS)
  await addJob(trx, 'tell_changes', {}, { runAt, queue: 'tell_changes' })
}

/** Daily job: notes deals that end within three days, have ended by their date in the last week or open today. */
export async function noteDates() {
  const today = sql`${utcToday()}::date`
  const isDue = sql`published and status <> 'EXPIRED' and (start_date = ${today} or end_date between ${today} - 7 and ${today} + 3)`
  const before = sql`offer_state(deals) || case when start_date = ${today} then '{"offer": null}'::jsonb else '{}' end
    || case when end_date < ${today} then '{"is_over": false}'::jsonb else '{}' end`
  await inTransaction((trx) => note(trx, isDue, before))
}

/** The new price that a verified change of a price will notify of. Undefined for other changes. */
export async function findVerifiedPrice(trx: Trx, id: string): Promise<PriceNews | undefined> {
  const { rows } = await sql<{ news: PriceNews | null }>`
    select new_price(before, offer_state(deals)) as news
    from change_logs join changed_deals using (deal_id) join deals on deals.id = deal_id
    where change_logs.id = ${id} and kind = 'PRICE' and published and not is_told`.execute(trx)
  return rows[0]?.news ?? undefined
}

/**
 * Takes a change back that is no longer verified: its notifications are deleted. Where they told a price that the deal
 * still has, restoring the former price is silent. Call it before that.
 */
export async function withdrawChange(trx: Trx, id: string) {
  await sql`
    with withdrawn as (
      update change_logs set told_at = null where id = ${id} returning deal_id),
    gone as (
      delete from notifications using withdrawn
      where notifications.deal_id = withdrawn.deal_id and kind = 'change' and data ->> 'change' = ${id}
      returning withdrawn.deal_id, data -> 'price' as price),
    told as (
      select distinct deal_id, (price ->> 'was')::numeric as was from gone join deals on deals.id = deal_id
      where offer_state(deals) @> jsonb_build_object('price', (price ->> 'price')::numeric, 'currency', price -> 'currency'))
    insert into changed_deals (deal_id, before)
    select id, offer_state(deals) || jsonb_build_object('price', was) from told join deals on deals.id = told.deal_id
    on conflict (deal_id) do update set changed_at = now(), is_told = false,
      before = case when changed_deals.is_told then ${UNMATCHED}
        else changed_deals.before || jsonb_build_object('price', excluded.before -> 'price') end`.execute(trx)
}
