import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ModerationStatus } from '~/db/schema'
import type { Kind } from './queue'
import { SIMILARITY_THRESHOLD, similarity } from './similarity'

const RECENT_ITEMS = 100
const SHOWN_ITEMS = 3

type PastItem = { kind: Kind; id: string; status: ModerationStatus; excerpt: string; deal: string }
type AuthorHistory = { author_id: string; approved: number; rejected: number; latest: PastItem[] }
type Candidate = PastItem & { to: string; body: string; author: string | null }

export type Background = {
  /** The author's other contributions of every kind: decisions on the last hundred, and the newest few. */
  approved: number
  rejected: number
  latest: PastItem[]
  /** The most similar text, with the similarity in percent. */
  similar?: PastItem & { percent: number; author: string | null }
}

type Item = { id: string; body: string; author_id: string | null }

/** For each item, by id: the author's record and the most similar earlier text. */
export async function listBackground(kind: Kind, items: Item[]): Promise<Record<string, Background>> {
  if (items.length === 0) return {}
  const [histories, candidates] = await Promise.all([listAuthorHistories(items), listCandidates(kind, items)])
  return Object.fromEntries(
    items.map(({ id, body, author_id }) => {
      const { approved = 0, rejected = 0, latest = [] } = histories.find((past) => past.author_id === author_id) ?? {}
      const others = latest.filter((past) => past.id !== id).slice(0, SHOWN_ITEMS)
      return [
        id,
        {
          approved,
          rejected,
          latest: others,
          similar: findMostSimilar(
            body,
            candidates.filter(({ to }) => to === id),
          ),
        },
      ]
    }),
  )
}

async function listAuthorHistories(items: Item[]): Promise<AuthorHistory[]> {
  const authors = [...new Set(items.map(({ author_id }) => author_id))].filter((id) => id !== null)
  const { rows } = await sql<AuthorHistory>`
    select author.id as author_id, past.*
    from unnest(${authors}::uuid[]) author (id), lateral (
      select
        count(*) filter (where status = 'APPROVED') as approved,
        count(*) filter (where status = 'REJECTED') as rejected,
        coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', recent.id, 'status', status, 'excerpt', excerpt,
          'deal', (select deals.title from deals where deals.id = deal_id)))
          filter (where position <= ${SHOWN_ITEMS + 1}), '[]') as latest
      from (
        select kind, id, deal_id, status, coalesce(title, left(body, 80)) as excerpt,
          row_number() over (order by created_at desc) as position
        from contributions where author_id = author.id order by created_at desc limit ${RECENT_ITEMS}
      ) recent
    ) past`.execute(db)
  return rows
}

/** For each item a few texts of its kind that share a MinHash band with it; `similarity` then compares them. */
async function listCandidates(kind: Kind, items: Item[]): Promise<Candidate[]> {
  const sharingBand = [1, 2, 3].map(
    (key) => sql`(
      select id, deal_id, author_id, status, title, body from contributions other
      where other.kind = ${kind} and other.minhash[${sql.lit(key)}] = item.minhash[${sql.lit(key)}]
        and other.id <> item.id
      limit 3
    )`,
  )
  const { rows } = await sql<Candidate>`
    select distinct item.id as to, other.id, ${kind} as kind, other.status, other.body, profiles.name as author,
      coalesce(other.title, left(other.body, 80)) as excerpt, deals.title as deal
    from contributions item, lateral (${sql.join(sharingBand, sql` union all `)}) other
    join deals on deals.id = other.deal_id
    left join profiles on profiles.id = other.author_id
    where item.kind = ${kind} and item.id = any(${items.map(({ id }) => id)}::uuid[])`.execute(db)
  return rows
}

function findMostSimilar(body: string, candidates: Candidate[]): Background['similar'] {
  const [best] = candidates
    .map(({ to: _to, body: other, ...past }) => ({ ...past, share: similarity(body, other) }))
    .filter(({ share }) => share >= SIMILARITY_THRESHOLD)
    .sort((a, b) => b.share - a.share)
  if (!best) return undefined
  const { share, ...past } = best
  return { ...past, percent: Math.round(share * 100) }
}
