import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { shorten } from '~/ui/shorten'
import type { ItemKey } from './subjects.server'

const SHOWN = 5
const EXCERPT = 300

type PendingText = ItemKey & { body: string; author_id: string | null }
type Candidate = Omit<SimilarText, 'percent' | 'isSameAuthor' | 'text'> & {
  to: string
  author_id: string | null
  body: string
}

/**
 * For each item, by id, the most similar texts of any kind. Contact messages are compared with nothing, and edits of a
 * review neither with it nor with each other. A list, which
 * shows only the most similar one, looks at fewer candidates in each MinHash band.
 */
export async function listSimilarTexts(texts: PendingText[], perBand = SHOWN): Promise<Map<string, SimilarText[]>> {
  const candidates = await listCandidates(texts, perBand)
  return new Map(
    texts.map((text) => [
      text.id,
      pickSimilar(
        text,
        candidates.filter(({ to }) => to === text.id),
      ),
    ]),
  )
}

function pickSimilar({ body, author_id }: PendingText, candidates: Candidate[]): SimilarText[] {
  return candidates
    .map((candidate) => ({ candidate, share: similarity(body, candidate.body) }))
    .filter(({ share }) => share >= SIMILARITY_THRESHOLD)
    .sort((a, b) => b.share - a.share)
    .slice(0, SHOWN)
    .map(({ candidate: { to: _to, body: other, author_id: otherAuthor, ...shown }, share }) => ({
      ...shown,
      percent: Math.round(share * 100),
      isSameAuthor: author_id !== null && author_id === otherAuthor,
      text: shorten(other, EXCERPT),
    }))
}

/** A few texts that share a MinHash band with each item; `similarity` then compares them word by word. */
async function listCandidates(texts: PendingText[], perBand: number): Promise<Candidate[]> {
  const kinds: Kind[] = texts.map(({ kind }) => kind)
  const ids = texts.map(({ id }) => id)
  const sharingBand = [1, 2, 3].map(
    (band) => sql`(
      select kind, id, deal_id, author_id, status, created_at, body from contributions other
      where other.minhash[${sql.lit(band)}] = item.minhash[${sql.lit(band)}] and other.text_of <> item.text_of
      limit ${perBand}
    )`,
  )
  const { rows } = await sql<Candidate>`
    select item.id as to, other.kind, other.id, other.status, other.created_at as date, other.body,
      other.author_id, profiles.name as author, deals.title as deal
    from unnest(${kinds}::text[], ${ids}::uuid[]) given (kind, id)
    join contributions item on item.kind = given.kind and item.id = given.id,
    lateral (${sql.join(sharingBand, sql` union all `)}) other
    left join deals on deals.id = other.deal_id
    left join profiles on profiles.id = other.author_id`.execute(db)
  // One that shares several bands is found several times.
  return [...new Map(rows.map((row) => [`${row.to} ${row.id}`, row])).values()]
}

/** Texts below this similarity count as different. */
export const SIMILARITY_THRESHOLD = 0.6

/**
 * The Jaccard similarity of two texts, from 0 to 1, over their runs of three words. Case, punctuation and spacing do
 * not count.
 */
export function similarity(one: string, other: string): number {
  const [a, b] = [runsOf(one), runsOf(other)]
  const common = [...a].filter((run) => b.has(run)).length
  return common / (a.size + b.size - common)
}

function runsOf(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const count = Math.max(words.length - 2, 1)
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + 3).join(' ')))
}
