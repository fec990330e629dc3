import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { isClaimed } from '~/features/contributions/decisions/is-claimed.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import type { Subject } from '~/features/contributions/kinds/queue-kind.server'
import { type DealRecord, dealRecord } from '~/features/contributions/reported-values/reported-values.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate } from '~/features/people/accounts/profile'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { claimedUntil } from './claims.server'
import type { Claim } from './queue-types'

export type ItemKey = { kind: Kind; id: string }

/** A subject with its position in the queue, its people and its deal. */
export type SubjectRow = Awaited<ReturnType<typeof listOfKind>>[number] & { kind: Kind }

/** Managers cannot decide on their own contributions, nor on reports that include theirs. Admins can. */
export const canDecideOn = (staff: User, { author_id, reporter_ids = [] }: SubjectRow) =>
  [author_id, ...reporter_ids].every((id) => canModerate(staff, id))

/** The rows of these items in the order given; deleted ones are missing. */
export async function listSubjects(items: ItemKey[], executor: Executor = db): Promise<SubjectRow[]> {
  const found = await Promise.all(
    KINDS.map((kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id)
      return ids.length > 0 ? listWithKind(kind, ids, executor) : []
    }),
  )
  const rows = new Map(found.flat().map((row) => [`${row.kind} ${row.id}`, row]))
  return items.flatMap(({ kind, id }) => rows.get(`${kind} ${id}`) ?? [])
}

export async function findSubject(item: ItemKey, executor: Executor = db) {
  const [row] = await listSubjects([item], executor)
  return row
}

async function listWithKind(kind: Kind, ids: string[], executor: Executor): Promise<SubjectRow[]> {
  const rows = await listOfKind(kind, ids, executor)
  return rows.map((row) => ({ ...row, kind }))
}

function listOfKind(kind: Kind, ids: string[], executor: Executor) {
  const item = sql<Subject>`(${queueKindOf(kind).select} where id = any(${ids}::uuid[]))`
  return executor
    .selectFrom(item.as('item'))
    .leftJoin('queue_items as queued', (join) =>
      join.on('queued.kind', '=', kind).onRef('queued.subject_id', '=', 'item.id'),
    )
    .leftJoin('profiles as claimant', (join) => join.onRef('claimant.id', '=', 'queued.claimed_by').on(isClaimed))
    .leftJoin('profiles as moderator', 'moderator.id', 'item.moderated_by')
    .leftJoin('profiles as author', 'author.id', 'item.author_id')
    .leftJoin('deals', 'deals.id', 'item.deal_id')
    .leftJoin('platforms', 'platforms.id', 'deals.platform_id')
    .selectAll('item')
    .select(['queued.rank', 'queued.waiting_since', 'queued.claimed_at', claimedUntil.as('claimed_until')])
    .select(sql<boolean>`coalesce(queued.waiting_since < now() - interval '24 hours', false)`.as('is_overdue'))
    .select((eb) => ['claimant.id as claimant_id', eb.fn.coalesce('claimant.name', 'claimant.email').as('claimant')])
    .select((eb) => eb.fn.coalesce('moderator.name', 'moderator.email').as('moderator'))
    .select(['author.name as author', 'author.email as author_email', 'author.created_at as author_since'])
    .select(sql<boolean>`coalesce(author.created_at > now() - interval '7 days', true)`.as('is_young_author'))
    .select(['deals.title as deal', 'deals.slug', 'deals.published', 'deals.vendor_name as vendor'])
    .select('platforms.name as platform')
    .select(sql<ShownStatus | null>`case when deals.id is not null then ${shownStatus()} end`.as('deal_status'))
    .select(['deals.deal_price', 'deals.currency'])
    .select(sql<DealRecord | null>`case when deals.id is not null then ${dealRecord} end`.as('deal_record'))
    .select(['deals.rating_average', 'deals.review_count', 'deals.end_date as ends_on'])
    .select(dealPicture.as('deal_picture'))
    .execute()
}

export function claimOf({ claimant_id, claimant, claimed_at, claimed_until }: SubjectRow, staff: User): Claim | null {
  if (!claimant_id) return null
  return { by: claimant!, isMine: claimant_id === staff.id, since: claimed_at!, until: claimed_until! }
}

/** What its kind adds to the screens. */
export function describe(row: SubjectRow) {
  return queueKindOf(row.kind).describe?.(row satisfies Subject, row.deal_record) ?? {}
}
