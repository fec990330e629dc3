import { type NotNull, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import type { Choices } from './followed-deal'

// Unpublished deals are drafts again, which members cannot see.
const savedDeals = (userId: string) =>
  db
    .selectFrom('bookmarks')
    .innerJoin('deals', 'deals.id', 'bookmarks.deal_id')
    .where('bookmarks.user_id', '=', userId)
    .where('deals.published', '=', true)

const IS_FOLLOWED = sql<boolean>`(tells_price or tells_changes or tells_ending or tells_ended or tells_reopened
  or target_price is not null)`

export async function countSavedDeals(userId: string) {
  return savedDeals(userId)
    .select((eb) => eb.fn.countAll<number>().as('saved'))
    .executeTakeFirstOrThrow()
}

/** The deal asked for first, then what is followed, then the other bookmarks; the newest of each first. */
export async function listFollowedDeals(userId: string, page: { limit: number; offset: number; first: string }) {
  return savedDeals(userId)
    .select([
      'deals.id',
      'slug',
      'title',
      'deal_price',
      'deal_price_period',
      'currency',
      shownStatus().as('shown_status'),
      'confirmed_on',
    ])
    .select(['tells_price', 'tells_changes', 'tells_ending', 'tells_ended', 'tells_reopened', 'target_price'])
    .orderBy(sql`deals.id = ${page.first || null} desc nulls last`)
    .orderBy(IS_FOLLOWED, 'desc')
    .orderBy('bookmarks.created_at', 'desc')
    .orderBy('deals.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type SavedDeal = Awaited<ReturnType<typeof listFollowedDeals>>[number]

/** The bookmark of a member on a deal with its price alert, null without one; undefined if they have not saved it. */
export async function findBookmark(userId: string, dealId: string) {
  return (await bookmarkOf({ userId, dealId })).at(0)
}

const bookmarkOf = prepare('bookmark', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db
    .selectFrom('bookmarks')
    .select('target_price')
    .where('user_id', '=', given.userId)
    .where('deal_id', '=', given.dealId),
)

/** The present price of a saved deal if it is at or below a new target already. */
export async function findReachedPrice(userId: string, dealId: string, target: string) {
  return db
    .selectFrom('bookmarks')
    .innerJoin('deals', 'deals.id', 'bookmarks.deal_id')
    .select(['deal_price', 'currency'])
    .where('user_id', '=', userId)
    .where('deals.id', '=', dealId)
    .where('deal_price', '<=', target)
    .where('deal_price_period', '=', 'ONCE')
    .where(sql<SqlBool>`target_price is distinct from ${target}::numeric`)
    .$narrowType<{ deal_price: NotNull }>()
    .executeTakeFirst()
}

/** Returns whether the member has saved the deal. */
export async function saveChoices(userId: string, dealId: string, choices: Partial<Choices>) {
  const { numUpdatedRows } = await db
    .updateTable('bookmarks')
    .set(choices)
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
