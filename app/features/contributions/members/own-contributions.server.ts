import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ModerationStatus, RejectionReason } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { isBeingRead } from '~/features/contributions/decisions/is-being-read.server'
import { QUEUE_POSITION_CAP } from '~/features/contributions/decisions/waiting-time'
import { CONTRIBUTION_KINDS, type ContributionKind, specOf } from '~/features/contributions/kinds/kinds'
import type { Ownership } from '~/features/contributions/reviews/follow-up'
import { isCurrentText } from '~/features/contributions/reviews/own-review.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'

/** Contributions that need their author, those that wait for staff, and those that were decided. */
export const CONTRIBUTION_GROUPS = {
  turn: ['CHANGES_REQUESTED'],
  waiting: ['PENDING'],
  decided: ['APPROVED', 'REJECTED'],
} as const satisfies Record<string, ModerationStatus[]>
export type ContributionGroup = keyof typeof CONTRIBUTION_GROUPS

export type ListedContribution = Awaited<ReturnType<typeof listOwnContributions>>[number]

type Listed = { limit: number; offset?: number }

/** Contributions of a user in one group: what waits in the order of its turn, the others by the latest decision. */
export async function listOwnContributions(userId: string, group: ContributionGroup, { limit, offset = 0 }: Listed) {
  const found = selectOwn(userId, [...CONTRIBUTION_GROUPS[group]])
    .limit(limit)
    .offset(offset)
  const ordered =
    group === 'waiting'
      ? found.orderBy('item.waiting_since').orderBy('item.id')
      : found.orderBy('item.moderated_at', (order) => order.desc().nullsLast()).orderBy('item.id', 'desc')
  return ordered.execute()
}

/** Contributions of a user of one kind in any status, newest first. */
export async function listContributionsOfKind(userId: string, kind: ContributionKind, limit?: number) {
  const found = selectOwn(userId, Object.values(CONTRIBUTION_GROUPS).flat())
    .where('item.kind', '=', kind)
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
  return (limit === undefined ? found : found.limit(limit)).execute()
}

type Submission = {
  kind: ContributionKind
  id: string
  author_id: string | null
  deal_id: string | null
  title: string | null
  body: string
  rating: number | null
  status: ModerationStatus
  created_at: Date
  waiting_since: Date
  rejection_reason: RejectionReason | null
  moderation_reason: string | null
  moderated_at: Date | null
  text_of: string
  extra: { isEdit?: boolean | null }
}

/**
 * Contributions to deals, suggestions, which have no deal before they are accepted, and proofs, which are private. Of a
 * review the newest text and the public one.
 */
const submissions = sql<Submission>`(
  select item.* from moderation_items item left join reviews on item.kind = 'review' and reviews.id = item.text_of
  where item.kind in (${sql.join(CONTRIBUTION_KINDS.map((kind) => sql.lit(kind)))})
    and (item.kind <> 'review' or ${isCurrentText(sql`item`)}))`

function selectOwn(userId: string, statuses: ModerationStatus[]) {
  return db
    .selectFrom(submissions.as('item'))
    .leftJoin('deals', 'deals.id', 'item.deal_id')
    .select(['item.kind', 'item.id', 'item.title', 'item.body', 'item.rating', 'item.status', 'item.created_at'])
    .select(['item.rejection_reason', 'item.moderation_reason', 'item.moderated_at'])
    .select(['deals.title as deal', 'deals.slug', 'deals.published'])
    .select([isEdit.as('is_edit'), ownership.as('ownership')])
    .select([itemsBefore.as('before'), isRead.as('is_being_read'), secondsToDecision.as('decided_after')])
    .where('item.author_id', '=', userId)
    .where('item.status', 'in', statuses)
}

/** Whether readers see another text of the review. */
const isEdit = sql<boolean>`coalesce((item.extra ->> 'isEdit')::boolean, false)`

/** Of a public text that was followed up: what its author answered last. */
const ownership = sql<Ownership | null>`(
  select jsonb_build_object('last_answer', last_answer, 'owned_months', owned_months) from shown_reviews
  where item.kind = 'review' and shown_reviews.id = item.text_of and not ${isEdit} and last_answer is not null)`

const itemsBefore = sql<number | null>`(
  select case when item.status = 'PENDING' then count(*) end from (
    select from moderation_items earlier
    where item.status = 'PENDING' and earlier.kind = item.kind and earlier.status = 'PENDING'
      and (earlier.rank, earlier.waiting_since, earlier.id) < (item.rank, item.waiting_since, item.id)
    limit ${sql.lit(QUEUE_POSITION_CAP + 1)}
  ) earlier
)`

const isRead = sql<boolean>`exists (
  select from claims where claims.kind = item.kind and subject_id = item.id and item.status = 'PENDING' and ${isBeingRead})`

const secondsToDecision = sql<number | null>`(
  select extract(epoch from decided_at - waiting_since)::float8 from decisions
  where subject_id = item.id and kind = item.kind and undone_at is null
  order by decided_at desc limit 1
)`

/** How many contributions a user has in each status. */
export async function countOwnContributions(userId: string): Promise<Record<ModerationStatus, number>> {
  const rows = await db
    .selectFrom(submissions.as('item'))
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('author_id', '=', userId)
    .groupBy('status')
    .execute()
  const of = (status: ModerationStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    PENDING: of('PENDING'),
    APPROVED: of('APPROVED'),
    REJECTED: of('REJECTED'),
    CHANGES_REQUESTED: of('CHANGES_REQUESTED'),
  }
}

const RECENT_DECISIONS = 50
/** Fewer decisions say nothing about the next one. */
const MIN_DECISIONS = 10

export type UsualTimes = Partial<Record<ContributionKind, number>>

/** The median of the seconds to the last decisions of each kind; a kind with few decisions is left out. */
export async function findUsualTimes(): Promise<UsualTimes> {
  const { rows } = await sql<{ kind: ContributionKind; seconds: number }>`
    select kind, percentile_cont(0.5) within group (order by seconds) as seconds
    from unnest(${[...CONTRIBUTION_KINDS]}::text[]) kinds (kind), lateral (
      select extract(epoch from decided_at - waiting_since)::float8 as seconds
      from decisions where decisions.kind = kinds.kind and undone_at is null
      order by decided_at desc limit ${RECENT_DECISIONS}
    ) recent
    group by kind having count(*) >= ${MIN_DECISIONS}`.execute(db)
  return Object.fromEntries(rows.map(({ kind, seconds }) => [kind, seconds]))
}

const IS_NEWEST = sql`not exists (select from review_versions newer
  where newer.review_id = review_versions.review_id and newer.created_at > review_versions.created_at)`

/** `decided`: staff were first, and it stays. `missing`: the user has no such contribution. */
type WithdrawOutcome = 'withdrawn' | 'decided' | 'missing'

/** Deletes a user's own contribution that is not decided yet, and with a text its review, unless another text is public. */
export async function withdraw(userId: string, kind: ContributionKind, id: string): Promise<WithdrawOutcome> {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const author = sql.ref(kind === 'change_log' ? 'reported_by_user_id' : 'user_id')
    const own = sql`from ${sql.table(specOf(kind).table)} where id = ${id} and ${author} = ${userId}`
    const {
      rows: [deleted],
    } = await sql<{ review_id?: string }>`delete ${own} and status in ('PENDING', 'CHANGES_REQUESTED')
      ${kind === 'review' ? sql`and ${IS_NEWEST} returning review_id` : sql`returning id`}`.execute(trx)
    if (deleted?.review_id) {
      await trx.deleteFrom('reviews').where('id', '=', deleted.review_id).where('published_id', 'is', null).execute()
    }
    if (deleted) return 'withdrawn'
    const { rows } = await sql`select ${own}`.execute(trx)
    return rows.length > 0 ? 'decided' : 'missing'
  })
}
