import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { SITE_LABEL } from './product-pairs.server'

type SureSide = { id: string; name: string; vendor: string; offers: number; sites: string[] }

/** `keep` has the most offers of all products that are the same as `other`. */
export type SurePair = { keep: SureSide; other: SureSide }

/** A form has room for these; the next ones follow after a join. */
export const SURE_PAIRS_SHOWN = 500

/**
 * Products with an equal title and the same name of their site, whatever its ending, such as "proxyman.io" and
 * "proxyman.com". Of several that are the same, each one is paired with the one that has the most offers.
 */
export async function listSurePairs(executor: Executor = db): Promise<SurePair[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(distinct product_id order by product_id) as ids from deals
    where title_key <> '' and ${SITE_LABEL('deals')} is not null
    group by title_key, ${SITE_LABEL('deals')} having count(distinct product_id) > 1
    order by ids`.execute(executor)
  const ids = [...new Set(rows.flatMap((row) => row.ids))]
  if (ids.length === 0) return []
  const [sides, different] = [await readSides(executor, ids), await listDifferent(executor, ids)]
  const pairs = groupProducts(rows, different).flatMap((group) => {
    const [keep, ...others] = group.map((id) => sides.get(id)!).toSorted(byOffers)
    return others.map((other) => ({ keep: keep!, other }))
  })
  return pairs.toSorted((a, b) => byName(a.keep, b.keep) || byOffers(a.other, b.other))
}

type Side = SureSide & { created_at: Date }

const byOffers = (a: Side, b: Side) =>
  b.offers - a.offers || a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)
const byName = (a: SureSide, b: SureSide) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : +(a.id > b.id))

/** Joins pairs with a common product to groups, without two products in one group that staff told apart. */
function groupProducts(rows: { ids: string[] }[], different: Set<string>) {
  const groupOf = new Map<string, string[]>()
  for (const [first, ...others] of rows.map(({ ids }) => ids)) {
    for (const other of others) {
      const [one, two] = [groupOf.get(first!) ?? [first!], groupOf.get(other) ?? [other]]
      if (one === two || one.some((a) => two.some((b) => different.has(`${a} ${b}`)))) continue
      const group = [...one, ...two]
      for (const id of group) groupOf.set(id, group)
    }
  }
  return [...new Set(groupOf.values())]
}

async function listDifferent(executor: Executor, ids: string[]) {
  const { rows } = await sql<{ product_id: string; other_id: string }>`
    select product_id, other_id from product_pairs where is_different and product_id = any(${ids}::uuid[])`.execute(
    executor,
  )
  return new Set(rows.flatMap(({ product_id: a, other_id: b }) => [`${a} ${b}`, `${b} ${a}`]))
}

async function readSides(executor: Executor, ids: string[]) {
  const { rows } = await sql<Side>`
    select products.id, products.name, products.created_at, vendors.name as vendor, count(*) as offers,
      coalesce(array_agg(distinct link_key order by link_key) filter (where ${SITE_LABEL('deals')} is not null), '{}') as sites
    from products join vendors on vendors.id = products.vendor_id join deals on deals.product_id = products.id
    where products.id = any(${ids}::uuid[]) group by products.id, vendors.name`.execute(executor)
  return new Map(rows.map((row) => [row.id, row]))
}
