import { findUser } from '~/features/people/accounts/guards.server'
import { isStaff } from '~/features/people/accounts/profile'
import { findDraft, findDraftTitle, findPublishedDeal, findPublishedDealTitle } from './deal-page.server'

/** The published deal of an address; for staff also a draft, as a preview. */
export async function findShownDeal(request: Request, slug: string) {
  return (await findPublishedDeal(slug)) ?? ((await mayPreview(request)) ? findDraft(slug) : undefined)
}

export async function findShownDealTitle(request: Request, slug: string) {
  return (await findPublishedDealTitle(slug)) ?? ((await mayPreview(request)) ? findDraftTitle(slug) : undefined)
}

// Called only when no published deal was found: pages for visitors never read the session.
async function mayPreview(request: Request) {
  const user = await findUser(request)
  return user !== undefined && isStaff(user)
}
