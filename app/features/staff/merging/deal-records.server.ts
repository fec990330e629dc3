import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '~/db/executor'

/** Tables whose rows move as they are, by their column `deal_id`. */
export const MOVED_TABLES = [
  'reviews',
  'review_versions',
  'follow_ups',
  'review_reports',
  'review_alerts',
  'comments',
  'change_logs',
  'availability_reports',
  'deal_alerts',
  'deal_suggestions',
  'deal_price_points',
  'deal_redirects',
  'click_targets',
  'decisions',
  'notifications',
  'bookmarks',
  'purchases',
  'purchase_proofs',
] as const

/** Tables whose rows are deleted with the deal: what describes it, and what jobs note about it. */
export const LEFT_TABLES = [
  'deal_pros_cons',
  'deal_faqs',
  'deal_plans',
  'deal_plan_limits',
  'plan_price_points',
  'link_checks',
  'picture_fetches',
  'changed_deals',
  'search_matches',
] as const

/** Of these, one row remains for a person, a person and time, or a kind. */
export const COMBINED_TABLES = [
  'reviews',
  'follow_ups',
  'bookmarks',
  'availability_reports',
  'deal_alerts',
  'purchases',
] as const

/** Combines what may exist once per person, before the rows of `from` move. Both deals are locked. */
export async function combineRecords(trx: Trx, from: string, into: string) {
  await replaceOlderReviews(trx, from, into)
  await dropForeignTargets(trx, from, into)
  await combineUniqueRows(trx, from, into)
  await combinePurchases(trx, from, into)
}

/**
 * Of two reviews by one person the one with the newer text stays, unless that is rejected and the other one is public. The
 * texts of the other one become earlier versions of it. One that waits is not read any more.
 */
async function replaceOlderReviews(trx: Trx, from: string, into: string) {
  const { rows } = await sql<{ older: string; newer: string }>`
    select case when is_newer then remaining.id else gone.id end as older, case when is_newer then gone.id else remaining.id end as newer
    from reviews as gone join reviews as remaining using (user_id),
      lateral (
        select (${isRejected('gone')}, ${newestOf('remaining')}) < (${isRejected('remaining')}, ${newestOf('gone')}) as is_newer
      ) as compared
    where gone.deal_id = ${from} and remaining.deal_id = ${into}`.execute(trx)
  const older = rows.map((pair) => pair.older)
  const pairs = sql`unnest(${older}::uuid[], ${rows.map(({ newer }) => newer)}::uuid[]) as pairs (older_id, newer_id)`
  await sql`
    update review_versions set review_id = newer_id,
      status = case when status = 'PENDING' then 'REJECTED' else status end
    from ${pairs} where review_id = older_id`.execute(trx)
  await moveFollowUps(trx, pairs)
  await sql`delete from reviews where id = any(${older}::uuid[])`.execute(trx)
}

/** Whether the review has no public text, and its newest one is rejected. */
const isRejected = (review: string) => sql`(${sql.ref(`${review}.published_id`)} is null and (
  select status = 'REJECTED' from review_versions where review_id = ${sql.ref(`${review}.id`)}
  order by created_at desc limit 1))`

const newestOf = (review: string) =>
  sql`(select max(created_at) from review_versions where review_id = ${sql.ref(`${review}.id`)})`

/**
 * Of two answers after the same time the approved one stays, then the newer one. The text of the other becomes a version,
 * dated before the review, whose newest version is the text of its author. A question moves where the other review was not asked it.
 */
async function moveFollowUps(trx: Trx, pairs: RawBuilder<unknown>) {
  await sql`
    with answers as (
      select follow_ups.*, newer_id, row_number() over (
        partition by newer_id, months order by follow_ups.status = 'APPROVED' desc, follow_ups.created_at desc, follow_ups.id) as rank
      from ${pairs} join follow_ups on review_id in (older_id, newer_id)
    ), saved as (
      insert into review_versions (review_id, deal_id, user_id, rating, title, body, status, created_at)
      select newer_id, answers.deal_id, answers.user_id, rating, title, body,
        case when status = 'PENDING' then 'REJECTED' else status end,
        least(answers.created_at, reviews.created_at - interval '1 second')
      from answers join reviews on reviews.id = newer_id where rank > 1 and body is not null
    )
    delete from follow_ups where id in (select id from answers where rank > 1)`.execute(trx)
  await sql`update follow_ups set review_id = newer_id from ${pairs} where review_id = older_id`.execute(trx)
  await sql`
    update follow_up_questions as moved set review_id = newer_id
    from ${pairs} where review_id = older_id and not exists (
      select from follow_up_questions where review_id = newer_id and months = moved.months)`.execute(trx)
}

/** A target price is in the currency of its deal; in another one it would be another price. */
async function dropForeignTargets(trx: Trx, from: string, into: string) {
  await sql`
    update bookmarks set target_price = null
    from deals as gone join deals as remaining on remaining.id = ${into} and remaining.currency <> gone.currency
    where bookmarks.deal_id = ${from} and gone.id = ${from} and target_price is not null`.execute(trx)
}

/**
 * One bookmark per person, with the earlier date and the alerts of both; one waiting report per member; one alert per
 * kind.
 */
async function combineUniqueRows(trx: Trx, from: string, into: string) {
  await sql`
    update bookmarks set created_at = least(bookmarks.created_at, gone.created_at),
      tells_price = bookmarks.tells_price or gone.tells_price, tells_changes = bookmarks.tells_changes or gone.tells_changes,
      tells_ending = bookmarks.tells_ending or gone.tells_ending, tells_ended = bookmarks.tells_ended or gone.tells_ended,
      tells_reopened = bookmarks.tells_reopened or gone.tells_reopened,
      target_price = coalesce(bookmarks.target_price, gone.target_price)
    from bookmarks as gone
    where gone.deal_id = ${from} and bookmarks.deal_id = ${into} and gone.user_id = bookmarks.user_id`.execute(trx)
  await sql`
    delete from bookmarks where deal_id = ${from}
      and user_id in (select user_id from bookmarks where deal_id = ${into})`.execute(trx)
  await sql`
    delete from availability_reports where deal_id = ${from} and status = 'PENDING'
      and user_id in (select user_id from availability_reports where deal_id = ${into} and status = 'PENDING')`.execute(
    trx,
  )
  // A link or a page of the deal that goes says nothing about the one that stays.
  await sql`
    delete from deal_alerts where deal_id = ${from} and status = 'PENDING'
      and (kind <> 'ENDED_REPORTS'
        or exists (select from deal_alerts where deal_id = ${into} and status = 'PENDING' and kind = 'ENDED_REPORTS'))`.execute(
    trx,
  )
}

/**
 * One purchase a person and deal. That of the deal that stays wins, unless the other one alone has a proof, or alone has a
 * day while neither has a proof. They are not mixed: a checked proof belongs to its own day.
 */
async function combinePurchases(trx: Trx, from: string, into: string) {
  const weight = (purchase: string) => sql`(${sql.ref(`${purchase}.proof_status`)} not in ('NONE', 'REFUSED'),
    ${sql.ref(`${purchase}.bought_on`)} is not null)`
  await sql`
    with pairs as (
      select gone.id as gone_id, remaining.id as remaining_id, ${weight('gone')} > ${weight('remaining')} as is_better
      from purchases as gone join purchases as remaining using (user_id)
      where gone.deal_id = ${from} and remaining.deal_id = ${into})
    delete from purchases where id in (select case when is_better then remaining_id else gone_id end from pairs)`.execute(
    trx,
  )
}
