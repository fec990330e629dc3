import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { priceNewsOf } from '~/features/catalog/deals/deal-events.server'
import { SETTLED_SECONDS } from '~/features/catalog/record/notify-soon.server'
import { utcToday } from '~/http/utc-day'
import { isSameAmount } from '~/ui/money'
import { type Announcement, audiencesOf } from './audiences.server'
import { noteDates } from './deal-events.server'

/** Job: notifies the followers of products, vendors and categories of events. */
export async function notifyFollowersOfEvents(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await notifyFollowers({ signal: abortSignal })
}

/** Daily job: notes deals that end soon or have ended by their date. */
export async function noteDatesOfDeals() {
  await noteDates(utcToday())
}

/** The most notifications of one transaction. It limits how much a crash repeats and how long other writers wait. */
const BATCH = 5_000

type Options = {
  signal?: AbortSignal
  settledSeconds?: number
  batch?: number
}

/**
 * Notifies the followers of every pending event, oldest first, in batches. A batch and the progress of its event are
 * written in one transaction, so that after a crash every follower is notified exactly once.
 *
 * @returns how many notifications were written
 */
export async function notifyFollowers({ signal, settledSeconds = SETTLED_SECONDS, batch = BATCH }: Options = {}) {
  let added = 0
  let after = 0
  while (!signal?.aborted) {
    const next = await findNext(after, settledSeconds)
    if (!next) break
    after = next.id
    for (let isDone = false; !isDone && !signal?.aborted; ) {
      const written = await inTransaction((trx) => notifyBatch(trx, next.id, batch))
      added += written.added
      isDone = written.isDone
    }
  }
  return added
}

function findNext(after: number, settledSeconds: number) {
  return db
    .selectFrom('deal_events')
    .select('id')
    .where('done_at', 'is', null)
    .where('id', '>', after)
    .where(sql<boolean>`(started_at is not null or created_at <= now() - ${settledSeconds} * interval '1 second')`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

async function notifyBatch(trx: Trx, id: number, batch: number) {
  const event = await trx
    .selectFrom('deal_events')
    .select(['id', 'audience', 'told_to', 'withdrawn_at'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!event) return { added: 0, isDone: true }
  if (event.withdrawn_at) return withdrawBatch(trx, id, batch)

  const subject = await findEventSubject(trx, id)
  const announcement = subject && describeEvent(subject)
  const after = event.told_to ?? NO_USER
  const audience = announcement && audiencesOf({ ...subject, after, batch }, announcement.data)[event.audience]
  if (!announcement || !audience) {
    await setProgress(trx, id, { done_at: sql`now()` })
    return { added: 0, isDone: true }
  }
  const { rows } = await sql<{ last: string | null; recipients: number; added: number }>`
    with recipients as (
      select * from (${audience}) as audience
      where user_id > ${after}::uuid and user_id is distinct from ${subject.reporter}::uuid order by user_id limit ${batch}),
    added as (
      insert into notifications (user_id, kind, cause, deal_id, event_id, data)
      select user_id, ${announcement.kind}, cause, ${subject.deal_id}, ${id},
        ${JSON.stringify(announcement.data)}::jsonb || more
      from recipients
      on conflict on constraint one_notification_per_person_and_cause do nothing
      returning 1)
    select (select user_id from recipients order by user_id desc limit 1) as last,
      (select count(*) from recipients) as recipients, (select count(*) from added) as added`.execute(trx)
  const { last, recipients, added } = rows[0]!
  await setProgress(
    trx,
    id,
    recipients < batch ? { audience: event.audience + 1, told_to: null } : { audience: event.audience, told_to: last },
  )
  return { added, isDone: false }
}

/** Smaller than every id. */
const NO_USER = '00000000-0000-0000-0000-000000000000'

type Progress = { audience?: number; told_to?: string | null; done_at?: ReturnType<typeof sql<Date>> }

async function setProgress(trx: Trx, id: number, progress: Progress) {
  await trx
    .updateTable('deal_events')
    .set({ started_at: sql`coalesce(started_at, now())`, ...progress })
    .where('id', '=', id)
    .execute()
}

async function withdrawBatch(trx: Trx, id: number, batch: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications where id in (select id from notifications where event_id = ${id} limit ${batch})`.execute(
    trx,
  )
  const isDone = numAffectedRows < batch
  if (isDone) await setProgress(trx, id, { done_at: sql`now()` })
  return { added: 0, isDone }
}

type Subject = NonNullable<Awaited<ReturnType<typeof findEventSubject>>>

/** The event with the present state of its deal and its change; undefined when it no longer notifies. */
async function findEventSubject(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('deal_events as event')
    .innerJoin('deals', 'deals.id', 'event.deal_id')
    .innerJoin('vendors', 'vendors.id', 'deals.vendor_id')
    .leftJoin('change_logs as change', (join) =>
      join.on('event.kind', '=', 'CHANGE').on(sql<boolean>`change.id::text = event.cause`),
    )
    .select(['event.id', 'event.deal_id', 'event.kind', 'event.data', 'deals.product_id', 'deals.vendor_id'])
    .select(['vendors.name as vendor', 'category_path'])
    .select(['deals.title as deal', 'deal_price', 'deal_price_period', 'currency'])
    .select([
      'change.id as change_id',
      'change.title',
      'change.kind as change_kind',
      'change.vendor_id as change_vendor',
    ])
    .select(['change.affects_owners', 'effective_on', 'is_silent'])
    // The decision on their report notifies the reporter, unless they decided on it.
    .select(sql<string | null>`nullif(reported_by_user_id, change.moderated_by)`.as('reporter'))
    .select(sql<string | null>`to_char(verified_at at time zone 'UTC', 'YYYY-MM-DD')`.as('verified_on'))
    .where('event.id', '=', id)
    .where('deals.published', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const isGone = row.kind === 'CHANGE' && (!row.verified_on || row.is_silent)
  return isGone
    ? undefined
    : {
        ...row,
        affects_owners: row.affects_owners === 'YES',
        vendor_change: row.change_vendor && `vendor:${row.change_vendor}:${row.change_kind}:${row.effective_on}`,
      }
}

/** What all recipients read; undefined for a price that has changed again. */
function describeEvent(subject: Subject): Announcement | undefined {
  const { deal, deal_price: price, deal_price_period: period, currency } = subject
  switch (subject.kind) {
    case 'PRICE': {
      const news = findPriceNews(subject)
      return news && { kind: 'price', data: { deal, ...news } }
    }
    case 'CHANGE':
      return {
        kind: 'change',
        data: {
          deal,
          change: subject.change_id!,
          kind: subject.change_kind!,
          title: subject.title!,
          verified_on: subject.verified_on!,
          price: findPriceNews(subject),
        },
      }
    case 'ENDING': {
      const { end_date } = subject.data as { end_date: string }
      return { kind: 'ending', data: { deal, end_date, price, currency, period } }
    }
    case 'ENDED':
      return { kind: 'ended', data: { deal, price, currency, period } }
    case 'REOPENED':
      return { kind: 'reopened', data: { deal, price, currency, period } }
    case 'PUBLISHED':
      return { kind: 'new_offer', data: { deal, price, currency, period } }
  }
}

/** The noted price, unless it has changed again, which is another event. */
function findPriceNews({ data, deal_price, deal_price_period, currency }: Subject) {
  const news = priceNewsOf(data)
  if (!news || news.currency !== currency || deal_price_period !== 'ONCE') return undefined
  return isSameAmount(news.price, deal_price) ? news : undefined
}
