import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import { deleteEmptyVendors } from '~/features/catalog/products/product-tasks.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { pluralize } from '~/ui/pluralize'
import { DEMO_CATEGORIES, DEMO_DEALS, DEMO_PEOPLE, DEMO_PLATFORMS, type DemoDeal } from './demo-content'
import { contentOf, platformColumns } from './seed-demo.server'

/** A demo deal that stays, and why, such as "it was edited". */
export type StayingDeal = { id: string; title: string; reason: string }

const EMAILS = DEMO_PEOPLE.map(({ email }) => email.toLowerCase())
const SLUGS = DEMO_DEALS.map(({ slug }) => slug)

/** What members and staff add to a deal. A person who deleted their account is a member, too. */
const ADDED: [reason: string, rows: RawBuilder<unknown>, author: RawBuilder<unknown>][] = [
  ['a member reviewed it', sql`reviews`, sql`user_id`],
  ['a member commented on it', sql`comments`, sql`user_id`],
  ['a change was added to its log', sql`change_logs`, sql`reported_by_user_id`],
  ['a member bought it', sql`purchases`, sql`user_id`],
  ['a member saved it', sql`bookmarks`, sql`user_id`],
  ['a member suggested it', sql`deal_suggestions`, sql`user_id`],
  ['a member reported on its availability', sql`availability_reports`, sql`user_id`],
]

const reasonAdded = sql<string | null>`case ${sql.join(
  ADDED.map(
    ([reason, rows, author]) => sql`when exists (
      select from ${rows} as added left join profiles as author on author.id = added.${author}
      where added.deal_id = deals.id and not coalesce(lower(author.email) = any(${EMAILS}), false)
    ) then ${sql.lit(reason)}`,
  ),
  sql` `,
)} end`

/** The demo content that is left: what can be removed, and which deals stay. */
export async function findDemoContent(executor: Executor = db) {
  const rows = await executor
    .selectFrom('deals')
    .select(['id', 'title', 'slug', 'vendor_name', 'summary', 'description', 'original_price', 'deal_price'])
    .select(['deal_price_period', 'discount_percent', 'currency', 'status', 'tags', 'cta_url', 'hero_image_url'])
    .select(['published', reasonAdded.as('added')])
    .select(({ exists, selectFrom }) => [
      // Only the demo content has checks without a person.
      sql<boolean>`version > 1 or updated_at <> created_at or checked_by is not null
        or coalesce(imported_at, created_at) <> created_at`.as('was_saved'),
      exists(selectFrom('deal_redirects').select('slug').whereRef('deal_id', '=', 'deals.id')).as('was_merged'),
    ])
    .where(sql<SqlBool>`slug = any(${SLUGS}) or id in (select deal_id from deal_redirects where slug = any(${SLUGS}))`)
    .orderBy('title')
    .execute()
  const removable: string[] = []
  const staying: StayingDeal[] = []
  for (const { id, added, was_saved, was_merged, ...content } of rows) {
    const deal = DEMO_DEALS.find(({ slug }) => slug === content.slug)
    const reason = was_merged
      ? 'it was renamed or merged'
      : was_saved || isEdited(content, deal)
        ? 'it was edited'
        : added
    if (reason) staying.push({ id, title: content.title, reason })
    else removable.push(id)
  }
  const [reviews, changes] = await Promise.all([
    countOf(executor, 'reviews', removable),
    countOf(executor, 'change_logs', removable),
  ])
  return { ids: removable, counts: { deals: removable.length, reviews, changes }, staying }
}

const isEdited = (content: object, deal: DemoDeal | undefined) => !deal || !isDeepStrictEqual(content, contentOf(deal))

async function countOf(executor: Executor, table: 'reviews' | 'change_logs', deals: string[]) {
  const { count } = await executor
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deal_id', '=', sql<string>`any(${deals}::uuid[])`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes the demo content that was not edited: deals with what demo people wrote about them, then demo people, categories
 * and platforms that nothing else uses, and vendors without deals.
 *
 * @param actor the id of an admin; null for the command
 * @returns the numbers of deleted rows and the deals that stay
 */
export async function removeDemo(actor: string | null) {
  const outcome = await inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const { ids, counts, staying } = await findDemoContent(trx)
    if (ids.length > 0) await removeUnchanged(trx, ids)
    const people = await removePeople(trx)
    const categories = await removeCategories(trx)
    const platforms = await removePlatforms(trx)
    const removed = { ...counts, people, categories, platforms }
    const isEmpty = Object.values(removed).every((count) => count === 0)
    if (!isEmpty) await recordAudit({ actor, action: 'demo.removed', entity: 'site', id: null, detail: removed }, trx)
    return { removed, isEmpty, staying }
  })
  await deleteEmptyVendors()
  return outcome
}

type Removal = Awaited<ReturnType<typeof removeDemo>>

/** What was removed and what stays, one sentence a line. */
export function describeRemoval({ removed, isEmpty, staying }: Removal) {
  const { deals, reviews, changes, people, categories, platforms } = removed
  const parts = [
    pluralize(deals, 'deal'),
    pluralize(reviews, 'review'),
    pluralize(changes, 'change'),
    people === 1 ? '1 person' : `${people} people`,
    categories === 1 ? '1 category' : `${categories} categories`,
    pluralize(platforms, 'platform'),
  ]
  const stays = staying.map(({ title, reason }) => `${title} stays: ${reason}.`)
  if (isEmpty) return ['There is no demo content to remove.', ...stays]
  return [`Removed the demo content: ${LIST.format(parts)}.`, ...stays]
}

const LIST = new Intl.ListFormat('en-US')

async function removeUnchanged(trx: Trx, ids: string[]) {
  // They would count as decisions about texts of members.
  await trx.deleteFrom('decisions').where('deal_id', 'in', ids).execute()
  const deleted = await removeDeals(trx, ids)
  const slugs = deleted.map(({ slug }) => slug)
  await trx.deleteFrom('deal_redirects').where('slug', 'in', slugs).where('deal_id', 'is', null).execute()
}

/** Demo people whose contributions are all deleted. */
async function removePeople(trx: Trx) {
  const tables = [
    ['reviews', 'user_id'],
    ['comments', 'user_id'],
    ['change_logs', 'reported_by_user_id'],
    ['purchases', 'user_id'],
    ['credentials', 'user_id'],
  ]
  const uses = tables.map(
    ([table, column]) => sql`exists (select from ${sql.table(table!)} where ${sql.ref(column!)} = profiles.id)`,
  )
  const { rows } = await sql`delete from profiles
    where lower(email) = any(${EMAILS}) and not (${sql.join(uses, sql` or `)}) returning id`.execute(trx)
  return rows.length
}

/** Children come before their parents. */
async function removeCategories(trx: Trx) {
  let count = 0
  for (const { slug, name, description } of DEMO_CATEGORIES.toReversed()) {
    const { rows } = await sql`delete from categories
      where slug = ${slug} and name = ${name} and description = ${description}
        and not exists (select from deals where category_id = categories.id)
        and not exists (select from categories as children where children.parent_id = categories.id)
        and not exists (select from follows where category_id = categories.id) returning id`.execute(trx)
    count += rows.length
  }
  return count
}

async function removePlatforms(trx: Trx) {
  let count = 0
  for (const platform of DEMO_PLATFORMS) {
    const { slug, name, website_url, refund_days, refund_from, buyer_protection } = platformColumns(platform)
    const { rows } = await sql`delete from platforms
      where (slug, name) = (${slug}, ${name})
        and (website_url, refund_days, refund_from, buyer_protection)
          is not distinct from (${website_url}::text, ${refund_days}::smallint, ${refund_from}::refund_start, ${buyer_protection}::text)
        and not exists (select from deals where platform_id = platforms.id)
        and not exists (select from link_programs where platform_id = platforms.id) returning id`.execute(trx)
    count += rows.length
  }
  return count
}
