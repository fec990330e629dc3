import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ModerationStatus } from '~/db/schema'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { shorten } from '~/ui/shorten'
import type { Burst } from './queue-types'

/** This many contributions to one deal within 24 hours are a burst. */
const BURST = 5
const DAY_MS = 86_400_000
/** At most this many on each side of an item are looked at. */
const NEIGHBORS = 20

type Item = { id: string; deal_id: string | null; created_at: Date }
type Neighbor = {
  to: string
  kind: Kind
  id: string
  status: ModerationStatus
  author: string | null
  is_young: boolean
  created_at: Date
  excerpt: string
}

/** For each item that is part of a burst, by id, the busiest 24 hours around it. */
export async function listBursts(items: Item[]): Promise<Map<string, Burst>> {
  const neighbors = await listNeighbors(items)
  return new Map(
    items.flatMap((item) => {
      const busiest = findBusiestDay(
        neighbors.filter(({ to }) => to === item.id),
        item.id,
      )
      return busiest.length >= BURST ? [[item.id, toBurst(busiest, item.id)] as const] : []
    }),
  )
}

/** The largest run of neighbors within 24 hours that holds the item. They come in the order of time. */
function findBusiestDay(neighbors: Neighbor[], id: string): Neighbor[] {
  const own = neighbors.findIndex((neighbor) => neighbor.id === id)
  let busiest: Neighbor[] = []
  for (let start = 0; start <= own; start++) {
    const ends = neighbors[start]!.created_at.getTime() + DAY_MS
    const run = neighbors.slice(start).filter(({ created_at }) => created_at.getTime() <= ends)
    if (run.length > own - start && run.length > busiest.length) busiest = run
  }
  return busiest
}

function toBurst(run: Neighbor[], id: string): Burst {
  const byKind = KINDS.map((kind) => [specOf(kind).title, run.filter((item) => item.kind === kind).length] as const)
  return {
    count: run.length,
    byKind: byKind.filter(([, count]) => count > 0).map(([label, count]) => [label, count]),
    youngAccounts: run.filter(({ is_young }) => is_young).length,
    items: run.map(({ kind, id: itemId, status, author, created_at, excerpt }) => ({
      kind,
      id: itemId,
      status,
      author,
      createdAt: created_at,
      excerpt: shorten(excerpt, 80),
      isThis: itemId === id,
    })),
  }
}

/** Contributions to the same deal, at most a day before or after each item, in the order of time. */
async function listNeighbors(items: Item[]): Promise<Neighbor[]> {
  const withDeal = items.filter(({ deal_id }) => deal_id !== null)
  if (withDeal.length === 0) return []
  const side = (range: 'before' | 'after') => sql`(
    select kind, id, status, author_id, created_at, coalesce(title, body) as excerpt from contributions
    where deal_id = item.deal_id and ${
      range === 'before'
        ? sql`created_at between item.at - interval '1 day' and item.at`
        : sql`created_at > item.at and created_at <= item.at + interval '1 day'`
    }
    order by created_at ${range === 'before' ? sql`desc` : sql`asc`} limit ${NEIGHBORS}
  )`
  const { rows } = await sql<Neighbor>`
    select item.id as to, near.kind, near.id, near.status, near.created_at, left(near.excerpt, 200) as excerpt,
      profiles.name as author,
      coalesce(profiles.created_at > near.created_at - interval '7 days', false) as is_young
    from unnest(
      ${withDeal.map(({ id }) => id)}::uuid[], ${withDeal.map(({ deal_id }) => deal_id)}::uuid[],
      ${withDeal.map(({ created_at }) => new Date(created_at.getTime() + 1).toISOString())}::timestamptz[]
    ) item (id, deal_id, at),
    lateral (${side('before')} union all ${side('after')}) near
    left join profiles on profiles.id = near.author_id
    order by near.created_at, near.id`.execute(db)
  return rows
}
