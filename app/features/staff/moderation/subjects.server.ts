import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { isClaimed } from '~/features/contributions/decisions/is-claimed.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import type { Subject } from '~/features/contributions/kinds/queue-kind.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate } from '~/features/people/accounts/profile'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { claimedUntil } from './claims.server'

export type ItemKey = { kind: Kind; id: string }

/** A subject with its place in the queue, its people and its deal. */
export type SubjectRow = Subject & {
  kind: Kind
  moderator: string | null
  rank: number | null
  waiting_since: Date | null
  is_overdue: boolean
  claimant_id: string | null
  claimant: string | null
  claimed_at: Date | null
  claimed_until: Date | null
  author: string | null
  author_email: string | null
  author_since: Date | null
  is_young_author: boolean
  deal: string | null
  slug: string | null
  published: boolean | null
  vendor: string | null
  platform: string | null
  /** As shown today. */
  deal_status: DealStatus | null
  deal_price: string | null
  currency: string | null
  deal_version: number | null
  deal_plans: number
  rating_average: string | null
  review_count: number | null
  ends_on: string | null
  deal_image: string | null
}

/** Managers cannot decide on their own contributions, nor on reports that include theirs. Admins can. */
export const canDecideOn = (staff: User, { author_id, reporter_ids = [] }: SubjectRow) =>
  [author_id, ...reporter_ids].every((id) => canModerate(staff, id))

/** The rows of these items in the order given; deleted ones are missing. */
export async function listSubjects(items: ItemKey[], executor: Executor = db): Promise<SubjectRow[]> {
  const found = await Promise.all(
    KINDS.map((kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id)
      return ids.length > 0 ? listOfKind(kind, ids, executor) : []
    }),
  )
  const rows = new Map(found.flat().map((row) => [`${row.kind} ${row.id}`, row]))
  return items.flatMap(({ kind, id }) => rows.get(`${kind} ${id}`) ?? [])
}

export async function findSubject(item: ItemKey, executor: Executor = db) {
  const [row] = await listSubjects([item], executor)
  return row
}

async function listOfKind(kind: Kind, ids: string[], executor: Executor): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select item.*, ${kind}::text as kind,
      queued.rank, queued.waiting_since,
      coalesce(queued.waiting_since < now() - interval '24 hours', false) as is_overdue,
      claimant.id as claimant_id, coalesce(claimant.name, claimant.email) as claimant,
      queued.claimed_at, ${claimedUntil} as claimed_until,
      coalesce(moderator.name, moderator.email) as moderator,
      author.name as author, author.email as author_email, author.created_at as author_since,
      coalesce(author.created_at > now() - interval '7 days', true) as is_young_author,
      deals.title as deal, deals.slug, deals.published, deals.vendor_name as vendor, platforms.name as platform,
      case when deals.id is not null then ${shownStatus()} end as deal_status, deals.deal_price, deals.currency, deals.version as deal_version,
      (select count(*) from deal_plans where deal_id = deals.id) as deal_plans,
      deals.rating_average, deals.review_count, deals.end_date as ends_on, deals.hero_image_url as deal_image
    from (${queueKindOf(kind).select} where id = any(${ids}::uuid[])) item
    left join queue_items queued on queued.kind = ${kind} and queued.subject_id = item.id
    left join profiles claimant on claimant.id = queued.claimed_by and ${isClaimed}
    left join profiles moderator on moderator.id = item.moderated_by
    left join profiles author on author.id = item.author_id
    left join deals on deals.id = item.deal_id
    left join platforms on platforms.id = deals.platform_id`.execute(executor)
  return rows
}
