import { sql } from 'kysely'
import type { Executor, Trx } from '~/db/executor'

/** The pairs of the two products of a merge, without the pair of the two themselves. */
export type MergePairs = {
  /** How alike the names of the two are, and whether staff decided that they are not the same; null if never compared. */
  similarity: number | null
  are_different: boolean
  /** Suggestions that wait for a decision. */
  stays: number
  goes: number
  after: number
  /** What staff decided about the one that goes. */
  decided: number
}

/**
 * Gives the pairs of a product to the one that it goes into, except the pair of the two themselves. Where both were
 * compared with the same third product, what staff decided wins over a suggestion. The pairs of the product that goes
 * are deleted with it.
 */
export async function carryPairs(trx: Trx, from: string, into: string) {
  await sql`
    insert into product_pairs as existing (product_id, other_id, similarity, is_different, decided_by, decided_at)
    select least(${into}::uuid, third.id), greatest(${into}::uuid, third.id), similarity, is_different, decided_by, decided_at
    from product_pairs
      join products as third on third.id = case product_id when ${from} then other_id else product_id end
    where ${from} in (product_id, other_id) and third.id <> ${into}
    order by third.id
    -- Waits for a decision in progress, and for the deletion of a product, which is then left out.
    for update of product_pairs for key share of third
    on conflict (product_id, other_id) do update set
      similarity = greatest(existing.similarity, excluded.similarity),
      is_different = existing.is_different or excluded.is_different,
      decided_by = case when existing.is_different then existing.decided_by else excluded.decided_by end,
      decided_at = case when existing.is_different then existing.decided_at else excluded.decided_at end`.execute(trx)
}

export async function findMergePairs(executor: Executor, from: string, into: string): Promise<MergePairs> {
  const { rows } = await sql<MergePairs>`
    with pairs as (
      select ${from}::uuid as mine, case product_id when ${from} then other_id else product_id end as third,
        similarity, is_different
      from product_pairs where ${from} in (product_id, other_id)
      union all
      select ${into}::uuid, case product_id when ${into} then other_id else product_id end, similarity, is_different
      from product_pairs where ${into} in (product_id, other_id)),
    further as (select * from pairs where third not in (${from}, ${into}))
    select
      (select max(similarity) from pairs where third = ${into}) as similarity,
      coalesce((select bool_or(is_different) from pairs where third = ${into}), false) as are_different,
      (select count(*) from further where mine = ${into} and not is_different) as stays,
      (select count(*) from further where mine = ${from} and not is_different) as goes,
      (select count(*) from (select from further group by third having not bool_or(is_different)) as after) as after,
      (select count(*) from further where mine = ${from} and is_different) as decided`.execute(executor)
  return rows[0]!
}
