import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { isShared, siteOf } from './product-key'

const BATCH = 100
/** How many deals of the same vendor, link or title each product is compared with at most. */
const MOST = 500
const SIMILAR = 0.6

type Pair = { product_id: string; other_id: string; similarity: number }

/**
 * Compares new products with those of the same vendor or link, and suggests similar ones to staff. Equal titles are also
 * suggested where the vendors may be the same although their names differ, see `mayBeSame`. Each batch is a transaction.
 *
 * @param seconds after which it stops, to go on at the next call
 * @returns how many products were compared
 */
export async function compareProducts({ signal, seconds = 30 }: { signal?: AbortSignal; seconds?: number } = {}) {
  const stopAt = performance.now() + 1_000 * seconds
  let compared = 0
  for (;;) {
    signal?.throwIfAborted()
    const batch = await inTransaction(compareBatch)
    compared += batch
    if (batch < BATCH || performance.now() > stopAt) return compared
  }
}

export async function countUncompared() {
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('compared_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function compareBatch(trx: Trx) {
  await sql`set local statement_timeout = '60s'`.execute(trx)
  const products = await trx
    .selectFrom('products')
    .select('id')
    .where('compared_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (products.length === 0) return 0
  const ids = products.map(({ id }) => id)
  await suggest(trx, [...(await similarTitles(trx, ids)), ...(await equalTitles(trx, ids))])
  await trx.updateTable('products').set({ compared_at: sql`now()` }).where('id', 'in', ids).execute()
  return products.length
}

/** What staff decided about a pair stays, and a product that is deleted meanwhile is left out. */
async function suggest(trx: Trx, pairs: Pair[]) {
  if (pairs.length === 0) return
  await sql`
    insert into product_pairs (product_id, other_id, similarity)
    select one.id, other.id, max(least(similarity, 1))
    from unnest(
        ${pairs.map(({ product_id }) => product_id)}::uuid[], ${pairs.map(({ other_id }) => other_id)}::uuid[],
        ${pairs.map(({ similarity }) => similarity)}::real[]) as pair (product_id, other_id, similarity)
      join products as one on one.id = least(pair.product_id, pair.other_id)
      join products as other on other.id = greatest(pair.product_id, pair.other_id)
    group by one.id, other.id order by one.id, other.id
    on conflict (product_id, other_id) do nothing`.execute(trx)
}

async function similarTitles(trx: Trx, ids: string[]) {
  const { rows } = await sql<Pair>`
    select mine.product_id, other.product_id as other_id, max(similarity(mine.title_key, other.title_key)) as similarity
    from ${newestDealOfEach(ids)}
      cross join lateral (
        (select product_id, title_key from deals where vendor_id = mine.vendor_id limit ${MOST})
        union all
        (select product_id, title_key from deals where link_key = mine.link_key limit ${MOST})
      ) as other
    where other.product_id <> mine.product_id and similarity(mine.title_key, other.title_key) >= ${SIMILAR}
    group by mine.product_id, other.product_id`.execute(trx)
  return rows
}

async function equalTitles(trx: Trx, ids: string[]) {
  const { rows } = await sql<Pair & { title_key: string; mine: Keys; other: Keys }>`
    select mine.product_id, other.product_id as other_id, 1 as similarity, mine.title_key,
      jsonb_build_object('vendor_key', mine.vendor_key, 'link_key', mine.link_key) as mine,
      jsonb_build_object('vendor_key', other.vendor_key, 'link_key', other.link_key) as other
    from ${newestDealOfEach(ids)}
      cross join lateral (
        select product_id, vendor_key, link_key from deals where title_key = mine.title_key limit ${MOST}
      ) as other
    where other.product_id <> mine.product_id and mine.title_key <> ''`.execute(trx)
  return rows.filter(({ title_key, mine, other }) => mayBeSame(title_key, mine, other))
}

const newestDealOfEach = (ids: string[]) => sql`
  unnest(${ids}::uuid[]) as compared (id)
    cross join lateral (
      select product_id, title_key, vendor_key, vendor_id, link_key from deals where product_id = compared.id
      order by created_at desc, id desc limit 1
    ) as mine`

type Keys = { vendor_key: string; link_key: string | null }

/** Whether one vendor is only a store, or both sites are named like the product: "name.app" may have become "name.com". */
export function mayBeSame(titleKey: string, one: Keys, other: Keys): boolean {
  const name = titleKey.replaceAll(' ', '')
  const isNamedAlike = ({ link_key }: Keys) =>
    link_key !== null && !link_key.includes('/') && link_key.replace(/[^\p{L}\p{N}]/gu, '').includes(name)
  const isStore = ({ vendor_key }: Keys) => isShared(siteOf(vendor_key) ?? vendor_key)
  return isStore(one) || isStore(other) || (isNamedAlike(one) && isNamedAlike(other))
}

/** A job that waits is put off, so that an import does not compete with it. */
const DELAY_MS = 10_000

/** Adds the job that compares new products with similar ones, in the transaction that creates them. */
export async function compareProductsSoon(executor: Executor) {
  const runAt = new Date(Date.now() + DELAY_MS)
  await addJob(executor, 'compare_products', {}, { runAt, key: 'compare_products', queue: 'compare_products' })
}
