import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { KINDS, type Kind, RANK_TITLES } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { isAdmin } from '~/features/people/accounts/profile'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { isFreeFor } from './claims.server'
import { LINES_PER_GROUP, LINES_PER_PAGE } from './queue-paths'
import type { ItemKey } from './subjects.server'
import { countCapped } from './waiting-counts.server'

/** By rank, then by the time of waiting. The id makes the order total. */
const ORDER = sql`rank, waiting_since, subject_id`
const BACKWARDS = sql`rank desc, waiting_since desc, subject_id desc`
const KEY = sql`kind, subject_id as id`

export type Group = { rank: number; waiting: number; oldest: Date | null }

/** The first items of every group. */
export async function listFirstOfGroups(): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    select first.kind, first.id from unnest(${Object.keys(RANK_TITLES).map(Number)}::int2[]) groups (rank),
      lateral (select ${KEY}, waiting_since from queue_items where queue_items.rank = groups.rank
        order by ${ORDER} limit ${LINES_PER_GROUP}) first
    order by groups.rank, first.waiting_since, first.id`.execute(db)
  return rows
}

/** One page of a tab. Pages end at COUNT_CAP rows, because deep offsets are slow. */
export async function listPageOfKind(kind: Kind, page: number): Promise<ItemKey[]> {
  const last = Math.ceil(COUNT_CAP / LINES_PER_PAGE)
  const { rows } = await sql<ItemKey>`
    select ${KEY} from queue_items where kind = ${kind} order by ${ORDER}
    limit ${LINES_PER_PAGE} offset ${(Math.min(page, last) - 1) * LINES_PER_PAGE}`.execute(db)
  return rows
}

/** How many wait in each group, of all kinds or of one, and since when. Empty groups are left out. */
export async function listGroups(kind: Kind | null): Promise<Group[]> {
  const ofKind = kind ? sql`kind = ${kind} and` : sql``
  const { rows } = await sql<Group>`
    select groups.rank, ${countCapped(sql`from queue_items where ${ofKind} rank = groups.rank`)} as waiting,
      (select waiting_since from queue_items where ${ofKind} rank = groups.rank order by ${ORDER} limit 1) as oldest
    from unnest(${Object.keys(RANK_TITLES).map(Number)}::int2[]) groups (rank) order by groups.rank`.execute(db)
  return rows.filter(({ waiting }) => waiting > 0)
}

type NeighborPositions = { index: number; total: number; previous: ItemKey | null; next: ItemKey | null }

/** The number of a waiting item among all, and the items beside it; undefined once it is decided. */
export async function findNeighbors({ kind, id }: ItemKey): Promise<NeighborPositions | undefined> {
  const { rows } = await sql<NeighborPositions>`
    select ${countCapped(sql`from queue_items where (${ORDER}) <= (item.rank, item.waiting_since, item.subject_id)`)} as index,
      ${countCapped(sql`from queue_items`)} as total,
      (${neighbor(sql`(${ORDER}) < (item.rank, item.waiting_since, item.subject_id)`, BACKWARDS)}) as previous,
      (${neighbor(sql`(${ORDER}) > (item.rank, item.waiting_since, item.subject_id)`, ORDER)}) as next
    from queue_items item where item.kind = ${kind} and item.subject_id = ${id}`.execute(db)
  return rows[0]
}

const neighbor = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  select jsonb_build_object('kind', kind, 'id', subject_id) from queue_items where ${condition} order by ${order} limit 1`

/** A position in the order of the queue. The time is text, because a Date has no microseconds. */
export type QueuePosition = { rank: number; waitingSince: string; id: string }

export async function findQueuePosition(
  { kind, id }: ItemKey,
  executor: Executor = db,
): Promise<QueuePosition | undefined> {
  return executor
    .selectFrom('queue_items')
    .select(['rank', 'subject_id as id', sql<string>`waiting_since::text`.as('waitingSince')])
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
}

/**
 * The first item that this person can decide and that no one else has open, behind `after` if there is one. Managers skip
 * their own.
 */
export async function findNext(staff: User, after?: QueuePosition): Promise<ItemKey | undefined> {
  const behind = after && (await findFree(staff, after))
  return behind ?? findFree(staff, undefined, after?.id)
}

/** Whether a row of `queue_items` is by this member, or about a report by them. */
const OWN = [
  (userId: string): RawBuilder<boolean> => sql`author_id = ${userId}`,
  ...KINDS.flatMap((kind) => {
    const { isReportedBy } = queueKindOf(kind)
    return isReportedBy ? (userId: string) => sql<boolean>`(kind = ${kind} and ${isReportedBy(userId)})` : []
  }),
]

async function findFree(staff: User, after?: QueuePosition, except?: string): Promise<ItemKey | undefined> {
  const conditions = [
    isFreeFor(staff.id),
    ...(isAdmin(staff) ? [] : OWN.map((isOwn) => sql`not coalesce(${isOwn(staff.id)}, false)`)),
    after ? sql`(${ORDER}) > (${after.rank}::int2, ${after.waitingSince}::timestamptz, ${after.id}::uuid)` : sql`true`,
    except ? sql`subject_id <> ${except}` : sql`true`,
  ]
  const { rows } = await sql<ItemKey>`
    select ${KEY} from queue_items where ${sql.join(conditions, sql` and `)} order by ${ORDER} limit 1`.execute(db)
  return rows[0]
}
