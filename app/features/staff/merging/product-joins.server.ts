import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { compareProductsSoon } from '~/features/catalog/products/compare-products.server'
import { listSurePairs } from '~/features/catalog/products/sure-pairs.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { mergeLocked } from './merge.server'
import { rememberAsDifferent } from './move-offer.server'
import { lockProducts } from './product-kind.server'

type Pair = { keep: string; other: string }
type Rejected = { outcome: 'refused'; reason: string }

/** Rolls back what the press did before. */
class Refused extends Error {}

const CHANGED = 'Someone else joined or changed some of these products. Please look at the list again.'

/** Joins pairs of the list of sure ones: all, or none if one of them is no sure pair anymore. */
export async function joinPairs(user: User, pairs: Pair[]): Promise<{ outcome: 'joined'; batch: string } | Rejected> {
  return refusable(async (trx) => {
    const ids = pairs.flatMap(({ keep, other }) => [keep, other])
    await lockProducts(trx, ids)
    const sure = new Set((await listSurePairs(trx)).map(({ keep, other }) => `${keep.id} ${other.id}`))
    if (!pairs.every(({ keep, other }) => sure.has(`${keep} ${other}`))) throw new Refused(CHANGED)
    const batch = randomUUID()
    for (const { keep, other } of pairs) {
      const merged = await mergeLocked(trx, user, 'product', other, keep, batch)
      if (merged.outcome !== 'merged') throw new Refused(merged.outcome === 'refused' ? merged.reason : CHANGED)
    }
    return { outcome: 'joined', batch }
  })
}

async function refusable<Done>(work: (trx: Trx) => Promise<Done>): Promise<Done | Rejected> {
  try {
    return await inTransaction(async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', reason: error.message }
    throw error
  }
}

/** The entry of the audit log about a merge of two products. */
type Join = {
  entry: number
  /** The id of the product that was merged into another one. */
  id: string
  detail: {
    name: string
    slug: string
    into: string
    into_id: string
    vendor_id: string
    website_url: string | null
    /** The website that the other product did not have before. */
    taken_website: string | null
    /** The ids of its offers. */
    moved: string[]
    /** Products that staff told apart from it, with the similarity of their names. */
    apart: Record<string, number>
    batch?: string
  }
}

// Older entries do not say which offers moved.
const JOINS = sql`
  from audit_log joined left join profiles on profiles.id = joined.actor_id
  where joined.action = 'product.merged' and joined.created_at > now() - interval '30 days' and joined.detail ? 'moved'
    and not exists (
      select from audit_log undone
      where undone.entity_type = 'product' and undone.entity_id = joined.entity_id
        and undone.action = 'product.unmerged' and (undone.detail ->> 'entry')::bigint = joined.id)`

export type RecentJoin = {
  entry: number
  name: string
  into: string
  actor: string | null
  created_at: Date
  days_left: number
}

/** Joins listed at most. */
const SHOWN = 100

/** The merges of products that can be undone, the latest first, and how many those of one press are. */
export async function listRecentJoins(batch: string) {
  const [joins, counts] = await Promise.all([
    sql<RecentJoin>`
      select joined.id as entry, joined.detail ->> 'name' as name, joined.detail ->> 'into' as into,
        coalesce(profiles.name, profiles.email) as actor, joined.created_at,
        30 - extract(day from now() - joined.created_at)::int as days_left
      ${JOINS} order by joined.id desc limit ${SHOWN}`.execute(db),
    sql<{ all: number; of_batch: number; until: Date | null }>`
      select count(*) as all, count(*) filter (where joined.detail ->> 'batch' = ${batch}) as of_batch,
        min(joined.created_at) filter (where joined.detail ->> 'batch' = ${batch}) + interval '30 days' as until
      ${JOINS}`.execute(db),
  ])
  const { all, of_batch, until } = counts.rows[0]!
  return { joins: joins.rows, count: all, batch: until && { count: of_batch, until } }
}

/**
 * Undoes the merge of two products, or all merges of one press. Each product gets back the offers that it had and that
 * are still with the other product.
 */
export async function undoJoins(
  actor: string,
  which: { entry: number } | { batch: string },
): Promise<{ outcome: 'undone'; names: string[] } | Rejected> {
  const isOfBatch = 'batch' in which
  const asked = isOfBatch ? sql`joined.detail ->> 'batch' = ${which.batch}` : sql`joined.id = ${which.entry}`
  const find = async (executor: Executor) => {
    const { rows } = await sql<Join>`
      select joined.id as entry, joined.entity_id as id, joined.detail
      ${JOINS} and ${asked} order by joined.id desc`.execute(executor)
    return rows
  }
  return refusable(async (trx) => {
    const ids = (await find(trx)).map(({ detail }) => detail.into_id)
    if (ids.length > 0) await lockProducts(trx, ids)
    // Another undo may have been first.
    const joins = await find(trx)
    if (joins.length === 0) throw new Refused('This was undone already, or 30 days have passed.')
    for (const join of joins) await undoJoin(trx, actor, join, isOfBatch)
    await compareProductsSoon(trx)
    return { outcome: 'undone', names: joins.map(({ detail }) => detail.name) }
  })
}

async function undoJoin(trx: Trx, actor: string, { entry, id, detail }: Join, isOfBatch: boolean) {
  const { name, into: into_name, into_id, moved, apart, taken_website } = detail
  const into = await trx.selectFrom('products').selectAll().where('id', '=', into_id).executeTakeFirst()
  if (!into) throw new Refused(await describeMissing(trx, detail))
  const offers = await trx
    .selectFrom('deals')
    .select('id')
    .where('product_id', '=', into_id)
    .where(sql<boolean>`id = any(${moved}::uuid[])`)
    .execute()
  if (moved.length > 0 && offers.length === 0) {
    throw new Refused(`None of the offers of ${name} is with ${into.name} anymore.`)
  }

  await restoreProduct(trx, id, detail, into.vendor_id)
  const website = taken_website !== null && into.website_url === taken_website ? null : into.website_url
  await trx.updateTable('products').set({ website_url: website, compared_at: null }).where('id', '=', into_id).execute()
  if (offers.length > 0) {
    const ids = offers.map((offer) => offer.id)
    await trx.updateTable('deals').set({ product_id: id }).where('id', 'in', ids).execute()
  }
  await sql`
    insert into product_pairs (product_id, other_id, similarity, is_different, decided_by, decided_at)
    select least(${id}::uuid, products.id), greatest(${id}::uuid, products.id), value::real, true, ${actor}, now()
    from jsonb_each_text(${JSON.stringify(apart)}) join products on products.id = key::uuid
    on conflict do nothing`.execute(trx)
  // A press that is undone as a whole can be repeated with fewer pairs.
  if (!isOfBatch) await rememberAsDifferent(trx, actor, id, into_id)
  const audited = { name, from: into_name, entry, offers: offers.length }
  await recordAudit({ actor, action: 'product.unmerged', entity: 'product', id, detail: audited }, trx)
}

async function describeMissing(trx: Trx, { into, into_id }: Join['detail']) {
  const { rows } = await sql`
    select ${JOINS} and joined.entity_id = ${into_id}`.execute(trx)
  return rows.length > 0 ? `${into} was joined again since. Undo that first.` : `${into} no longer exists.`
}

/** Its slug and its vendor may be gone. */
async function restoreProduct(trx: Trx, id: string, detail: Join['detail'], vendor: string) {
  const { name, slug, vendor_id, website_url } = detail
  await sql`
    insert into products (id, name, slug, vendor_id, website_url)
    select ${id}, ${name},
      case when exists (select from products where slug = ${slug}) then ${`${slug.slice(0, 190)}-${id.slice(0, 8)}`} else ${slug} end,
      coalesce((select id from vendors where id = ${vendor_id}), ${vendor}), ${website_url}`.execute(trx)
}
