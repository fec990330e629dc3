import { findUser } from '~/features/accounts/guards.server'
import { isStaff } from '~/features/accounts/profile'
import { findDraft, findDraftTitle, findPublishedDeal, findPublishedDealTitle } from './deal-page.server'

/** The published deal of an address; for the staff also a draft, to look at before everybody can. */
export async function findShownDeal(request: Request, slug: string) {
  return (await findPublishedDeal(slug)) ?? ((await mayPreview(request)) ? findDraft(slug) : undefined)
}

export async function findShownDealTitle(request: Request, slug: string) {
  return (await findPublishedDealTitle(slug)) ?? ((await mayPreview(request)) ? findDraftTitle(slug) : undefined)
}

// Asked only where no published deal was found: the pages of visitors never look at the session.
async function mayPreview(request: Request) {
  const user = await findUser(request)
  return user !== undefined && isStaff(user)
}
