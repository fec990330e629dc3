import { findUser } from '~/features/people/accounts/guards.server'
import { isStaff } from '~/features/people/accounts/profile'
import { findDraft, findPublishedDeal } from './deal-page.server'

/** The published deal of an address; for staff also a draft, as a preview. */
export async function findShownDeal(request: Request, slug: string) {
  return (await findPublishedDeal(slug)) ?? ((await mayPreview(request)) ? findDraft(slug) : undefined)
}

// Called only when no published deal was found: pages for visitors never read the session.
async function mayPreview(request: Request) {
  const user = await findUser(request)
  return user !== undefined && isStaff(user)
}
