import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import type { ModerationStatus } from '~/db/schema'
import { noticeSubject } from '~/features/audience/contact/notice-subject.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { isBeingRead } from '~/features/contributions/decisions/is-being-read.server'
import type { ItemDescription } from '~/features/contributions/kinds/item-description'
import type { ItemRow } from '~/features/contributions/kinds/kind-rules.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import { dealRecord } from '~/features/contributions/reported-values/reported-values.server'
import { PURCHASE_FACTS } from '~/features/contributions/reviews/purchases.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate, isAdmin } from '~/features/people/accounts/profile'
import { COUNT_CAP } from '~/ui/pluralize'
import { ITEMS_PER_PAGE, type ItemKey, MODERATION_STATUSES, type TabStatus } from './item'
import { describe } from './rules.server'

/** A row with what its kind adds to the screens, for one member of staff. */
export type QueueItem = ItemRow & Omit<ItemDescription, 'title' | 'body'> & { can_decide: boolean }

/** Managers decide neither on their own contributions nor on reports that include theirs. Admins do. */
export const mayDecide = (staff: User, { author_id, reporter_ids }: ItemRow) =>
  [author_id, ...reporter_ids].every((id) => canModerate(staff, id))

/** By rank, then by the time of waiting. The id makes the order total. */
const ORDER = sql`rank, waiting_since, id`

type Page = { kind?: Kind | null; status?: ModerationStatus; page?: number }

/** One page: what waits in the order of the queue, what was decided by the latest decision. */
export async function listItems(staff: User, { kind, status = 'PENDING', page = 1 }: Page): Promise<QueueItem[]> {
  const order = status === 'PENDING' ? ORDER : sql`moderated_at desc nulls last, id desc`
  // Deep offsets are slow.
  const offset = (Math.min(page, COUNT_CAP / ITEMS_PER_PAGE) - 1) * ITEMS_PER_PAGE
  const { rows } = await sql<ItemKey>`
    select kind, id from moderation_items where status = ${status} ${kind ? sql`and kind = ${kind}` : sql``}
    order by ${order} limit ${ITEMS_PER_PAGE} offset ${offset}`.execute(db)
  const items = new Map((await readRows(rows, staff)).map((row) => [row.id, toItem(staff, row)]))
  return rows.flatMap(({ id }) => items.get(id) ?? [])
}

function toItem(staff: User, row: ItemRow): QueueItem {
  const item = { ...row, ...describe(row), can_decide: mayDecide(staff, row) }
  // The author of a reported review never learns who reported it.
  return row.author_id === staff.id ? { ...item, reports: [], reporter_ids: [], extra: null } : item
}

export async function findItemRow({ kind, id }: ItemKey, staff?: User, executor: Executor = db) {
  const rows = await readRows([{ kind, id }], staff, executor)
  return rows.find((row) => row.kind === kind)
}

export async function findItem(key: ItemKey, staff: User): Promise<QueueItem | undefined> {
  const row = await findItemRow(key, staff)
  return row && toItem(staff, row)
}

const LINK = sql.lit('https?://|www\\.')
const HOST = sql.lit('[a-z0-9-]{2,}\\.[a-z]{2,}')

/** A comment without a link, by an account older than a week, that repeats no text of its author or on its deal. */
const isHarmless = sql<boolean>`case when item.kind = 'comment' and item.status = 'PENDING' then
  coalesce(author.created_at < now() - interval '7 days', false) and item.body !~* ${LINK} and item.body !~ ${HOST}
  and not exists (select from moderation_items other where other.author_id = item.author_id
    and other.body = item.body and other.id <> item.id)
  and not exists (select from moderation_items other where other.deal_id = item.deal_id
    and other.body = item.body and other.id <> item.id) else false end`

async function readRows(keys: ItemKey[], staff?: User, executor: Executor = db): Promise<ItemRow[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const { rows } = await sql<ItemRow>`
    select item.*, item.waiting_since < now() - interval '24 hours' as is_overdue, ${isHarmless} as is_harmless,
      coalesce(moderator.name, moderator.email) as moderator,
      author.name as author, author.email as author_email, author.created_at as author_since,
      (select jsonb_build_object('name', coalesce(name, email), 'since', since)
        from claims join profiles on profiles.id = staff_id
        where kind = item.kind and subject_id = item.id and staff_id is distinct from ${staff?.id ?? null}::uuid
          and ${isBeingRead} order by since desc limit 1) as reader,
      case when deals.id is not null then jsonb_build_object('title', deals.title, 'slug', deals.slug,
        'published', deals.published, 'vendor', deals.vendor_name, 'platform', platforms.name, 'status', ${shownStatus()},
        'cta_url', cta_url, 'record', ${dealRecord},
        'rating', rating_average::text, 'reviews', review_count, 'ends_on', end_date) end as deal,
      (select jsonb_build_object('number', number, 'label', subject.label, 'path', subject.path)
        from contact_messages left join lateral (${noticeSubject(sql`about_kind`, sql`about_id`)}) subject on true
        where item.kind = 'contact_message' and contact_messages.id = item.id and about_kind is not null) as notice,
      (select to_jsonb(facts) from (select ${sql.join(PURCHASE_FACTS)} from (select) as one
        left join purchases on purchases.user_id = item.author_id and purchases.deal_id = item.deal_id) facts) as purchase
    from moderation_items item
    left join profiles moderator on moderator.id = item.moderated_by
    left join profiles author on author.id = item.author_id
    left join deals on deals.id = item.deal_id
    left join platforms on platforms.id = deals.platform_id
    where item.id = any(${ids}::uuid[])`.execute(executor)
  return rows
}

/** Where an item stands in the queue, with the items before and after it; undefined once it is decided. */
export type Position = { index: number; total: number; previous: ItemKey | null; next: ItemKey | null }

export async function findPosition({ kind, id }: ItemKey): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select place.index, place.total, place.previous, place.next from (
      select kind, id, row_number() over queue as index, count(*) over () as total,
        lag(jsonb_build_object('kind', kind, 'id', id)) over queue as previous,
        lead(jsonb_build_object('kind', kind, 'id', id)) over queue as next
      from moderation_items where status = 'PENDING' window queue as (order by ${ORDER})
    ) place where kind = ${kind} and id = ${id}`.execute(db)
  return rows[0]
}

/** The first item behind `after`, or else the first of all, that this person can decide and that no one else reads. */
export async function findNext(staff: User, after?: ItemKey): Promise<ItemKey | undefined> {
  const notOwn = sql`and item.author_id is distinct from ${staff.id} and ${staff.id} <> all(item.reporter_ids)`
  const { rows } = await sql<ItemKey>`
    select item.kind, item.id from moderation_items item
    left join moderation_items after on after.kind = ${after?.kind ?? null} and after.id = ${after?.id ?? null}
    where item.status = 'PENDING' and item.id is distinct from ${after?.id ?? null}
      ${isAdmin(staff) ? sql`` : notOwn}
      and not exists (select from claims where subject_id = item.id and staff_id <> ${staff.id} and ${isBeingRead})
    order by coalesce((item.rank, item.waiting_since, item.id) > (after.rank, after.waiting_since, after.id), true) desc,
      item.rank, item.waiting_since, item.id limit 1`.execute(db)
  return rows[0]
}

/** Notes that this person reads the item, for the notice to others. */
export async function claim(staff: User, { kind, id }: ItemKey) {
  const values = { kind, subject_id: id, since: sql<Date>`now()` }
  await db
    .insertInto('claims')
    .values({ ...values, staff_id: staff.id })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
    .execute()
}

export async function deleteClaims(trx: Trx, { kind, id }: ItemKey) {
  await trx.deleteFrom('claims').where('kind', '=', kind).where('subject_id', '=', id).execute()
}

const COUNTED = sql.lit(COUNT_CAP + 1)

/** All waiting items, counted up to COUNT_CAP + 1. */
export async function countWaiting() {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from moderation_items where status = 'PENDING' limit ${COUNTED}) counted`.execute(db)
  return rows[0]!.count
}

/** Waiting items by kind, and how many of all wait for more than 24 hours. */
export async function countKinds(): Promise<{ counts: Record<Kind, number>; overdue: number }> {
  const { rows } = await sql<{ kind: Kind; waiting: number; overdue: number }>`
    select kind, count(*) as waiting, count(*) filter (where waiting_since < now() - interval '24 hours') as overdue
    from moderation_items where status = 'PENDING' group by kind`.execute(db)
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  for (const { kind, waiting } of rows) counts[kind] = waiting
  return { counts, overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0) }
}

/** Items of a kind by status, each counted up to COUNT_CAP + 1. */
export async function countStatuses(kind: Kind): Promise<Record<TabStatus, number>> {
  const columns = MODERATION_STATUSES.map((status) =>
    sql<number>`(select count(*) from (select from moderation_items
      where kind = ${kind} and status = ${status} limit ${COUNTED}) counted)`.as(status),
  )
  return db.selectNoFrom(columns).executeTakeFirstOrThrow()
}
