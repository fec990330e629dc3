import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ModerationStatus } from '~/db/schema'
import type { Kind } from './queue'
import { SIMILARITY_THRESHOLD, similarity } from './similarity'

/** Enough to see what somebody is like. */
const RECENT = 100
const SHOWN = 3

type Past = { kind: Kind; id: string; status: ModerationStatus; words: string; deal: string }
type Earlier = { author_id: string; approved: number; rejected: number; latest: Past[] }
type Likely = Past & { to: string; body: string; author: string | null }

export type Background = {
  /** The author's other contributions of every kind: how the last hundred were decided, and the newest few. */
  approved: number
  rejected: number
  latest: Past[]
  /** The text that is most like it, with how much of it is the same in percent. */
  alike?: Past & { percent: number; author: string | null }
}

type Item = { id: string; body: string; author_id: string | null }

/** What helps to decide on these items, by their ids. */
export async function listBackground(kind: Kind, items: Item[]): Promise<Record<string, Background>> {
  if (items.length === 0) return {}
  const [earlier, likely] = await Promise.all([listEarlier(items), listLikely(kind, items)])
  return Object.fromEntries(
    items.map(({ id, body, author_id }) => {
      const { approved = 0, rejected = 0, latest = [] } = earlier.find((past) => past.author_id === author_id) ?? {}
      const others = latest.filter((past) => past.id !== id).slice(0, SHOWN)
      return [
        id,
        {
          approved,
          rejected,
          latest: others,
          alike: mostAlike(
            body,
            likely.filter(({ to }) => to === id),
          ),
        },
      ]
    }),
  )
}

async function listEarlier(items: Item[]): Promise<Earlier[]> {
  const authors = [...new Set(items.map(({ author_id }) => author_id))].filter((id) => id !== null)
  const { rows } = await sql<Earlier>`
    select author.id as author_id, past.*
    from unnest(${authors}::uuid[]) author (id), lateral (
      select
        count(*) filter (where status = 'APPROVED') as approved,
        count(*) filter (where status = 'REJECTED') as rejected,
        coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', recent.id, 'status', status, 'words', words,
          'deal', (select deals.title from deals where deals.id = deal_id)))
          filter (where place <= ${SHOWN + 1}), '[]') as latest
      from (
        select kind, id, deal_id, status, coalesce(title, left(body, 80)) as words,
          row_number() over (order by created_at desc) as place
        from contributions where author_id = author.id order by created_at desc limit ${RECENT}
      ) recent
    ) past`.execute(db)
  return rows
}

/** For each item a few texts of its kind that share one of its keys; whether they are really alike is seen later. */
async function listLikely(kind: Kind, items: Item[]): Promise<Likely[]> {
  const sharing = [1, 2, 3].map(
    (key) => sql`(
      select id, deal_id, author_id, status, title, body from contributions other
      where other.kind = ${kind} and other.minhash[${sql.lit(key)}] = item.minhash[${sql.lit(key)}]
        and other.id <> item.id
      limit 3
    )`,
  )
  const { rows } = await sql<Likely>`
    select distinct item.id as to, other.id, ${kind} as kind, other.status, other.body, profiles.name as author,
      coalesce(other.title, left(other.body, 80)) as words, deals.title as deal
    from contributions item, lateral (${sql.join(sharing, sql` union all `)}) other
    join deals on deals.id = other.deal_id
    left join profiles on profiles.id = other.author_id
    where item.kind = ${kind} and item.id = any(${items.map(({ id }) => id)}::uuid[])`.execute(db)
  return rows
}

function mostAlike(body: string, candidates: Likely[]): Background['alike'] {
  const [best] = candidates
    .map(({ to: _to, body: other, ...past }) => ({ ...past, share: similarity(body, other) }))
    .filter(({ share }) => share >= SIMILARITY_THRESHOLD)
    .sort((a, b) => b.share - a.share)
  if (!best) return undefined
  const { share, ...past } = best
  return { ...past, percent: Math.round(share * 100) }
}
