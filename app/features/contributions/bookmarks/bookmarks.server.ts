import { createCookie } from '@remix-run/node'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { signingKeys } from '~/http/signing-keys.server'

/** Idempotent. Adds nothing when the deal is deleted or unpublished concurrently. */
export async function addBookmark(userId: string, dealId: string) {
  await db
    .insertInto('bookmarks')
    .columns(['user_id', 'deal_id'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select((eb) => [eb.cast<string>(eb.val(userId), 'uuid').as('user_id'), 'deals.id'])
        .where('deals.id', '=', dealId)
        .where('deals.published', '=', true)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Idempotent: removing a missing bookmark succeeds. */
export async function removeBookmark(userId: string, dealId: string) {
  await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('deal_id', '=', dealId).execute()
}

/** The published deals that a member saved, newest first. Unpublished ones are drafts again, which members cannot see. */
export async function listSavedDeals(userId: string, limit?: number) {
  const found = db
    .selectFrom('bookmarks')
    .innerJoin('deals', 'deals.id', 'bookmarks.deal_id')
    .select(['deals.id', 'slug', 'title', 'summary', 'deal_price', 'original_price', 'currency'])
    .select(['deal_price_period', 'discount_percent', 'regular_price_period'])
    .select(['bookmarks.created_at as saved_at', dealPicture.as('picture')])
    .where('bookmarks.user_id', '=', userId)
    .where('published', '=', true)
    .orderBy('bookmarks.created_at', 'desc')
    .orderBy('deals.id')
  return (limit === undefined ? found : found.limit(limit)).execute()
}

// The deal that a visitor wants to bookmark. Only a form of this site sets it, so that a link on another site cannot make
// someone bookmark a deal by signing in.
const cookie = createCookie('bookmark', {
  httpOnly: true,
  path: '/deals',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('bookmark cookie'),
  maxAge: 60 * 60,
})

/** @returns the cookie to set */
export const rememberBookmark = (slug: string) => cookie.serialize(slug)

export const forgetBookmark = () => cookie.serialize('', { maxAge: 0 })

/** Whether this browser asked to bookmark the deal within the last hour. */
export async function isBookmarkWanted(request: Request, slug: string) {
  return (await cookie.parse(request.headers.get('Cookie'))) === slug
}
