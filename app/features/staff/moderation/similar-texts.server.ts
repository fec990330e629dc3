import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { shorten } from '~/ui/shorten'
import type { ItemKey } from './subjects.server'

const SHOWN = 5
const EXCERPT = 300
/** Texts below this similarity of their trigrams count as different. */
const SIMILAR = 0.6
/** Each text is compared with the newest ones of its author and on its deal, this many of each. */
const COMPARED = 50

type Found = Omit<SimilarText, 'text'> & { to: string; text: string }

/**
 * For each item, by id, the most similar texts of its author and on its deal. Contact messages are compared with
 * nothing, and edits of a review neither with it nor with each other.
 *
 * @param compared at most this many texts of the author, and as many on the deal
 */
export async function listSimilarTexts(items: ItemKey[], compared = COMPARED): Promise<Map<string, SimilarText[]>> {
  const kinds: Kind[] = items.map(({ kind }) => kind)
  const ids = items.map(({ id }) => id)
  const newest = (column: 'author_id' | 'deal_id') => sql`(
    select kind, id from contributions
    where ${sql.ref(column)} = item.${sql.ref(column)} and text_of <> item.text_of
    order by created_at desc limit ${compared})`
  const { rows } = await sql<Found>`
    select item.id as to, other.kind, other.id, other.status, other.created_at as date, other.body as text,
      round(alike * 100)::int as percent, coalesce(other.author_id = item.author_id, false) as "isSameAuthor",
      profiles.name as author, deals.title as deal
    from unnest(${kinds}::text[], ${ids}::uuid[]) given (kind, id)
    join contributions item on item.kind = given.kind and item.id = given.id
    cross join lateral (${newest('author_id')} union ${newest('deal_id')}) near
    join contributions other on other.kind = near.kind and other.id = near.id
    -- Some locales have no trigrams of other scripts.
    cross join lateral (select case when other.body = item.body then 1 else similarity(other.body, item.body) end as alike) likeness
    left join deals on deals.id = other.deal_id
    left join profiles on profiles.id = other.author_id
    where alike >= ${SIMILAR}
    order by alike desc, other.created_at desc`.execute(db)
  const found = Map.groupBy(rows, ({ to }) => to)
  return new Map(
    ids.map((id) => [
      id,
      (found.get(id) ?? [])
        .slice(0, SHOWN)
        .map(({ to: _to, text, ...shown }) => ({ ...shown, text: shorten(text, EXCERPT) })),
    ]),
  )
}
