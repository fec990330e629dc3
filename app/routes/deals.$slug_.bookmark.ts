import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { BOOKMARK_FAILED, bookmarkPath } from '~/features/contributions/bookmarks/bookmark'
import {
  addBookmark,
  forgetBookmark,
  isBookmarkWanted,
  rememberBookmark,
  removeBookmark,
} from '~/features/contributions/bookmarks/bookmarks.server'
import { findUser, requireActiveUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withToast } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { badRequest, safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

/** Where a visitor who pressed Bookmark returns to after signing in. Without the cookie of that form it changes nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const slug = params.slug!
  const user = await findUser(request)
  if (!user || !isActive(user) || !(await isBookmarkWanted(request, slug))) throw redirect(`/deals/${slug}`)
  await writeToDeal(slug, (deal) => addBookmark(user.id, deal.id))
  const headers = new Headers({ 'Set-Cookie': await forgetBookmark() })
  return redirectWithToast(`/deals/${slug}`, { ...ADDED, text: 'You are signed in.' }, headers)
}

/** The intent is explicit, not a toggle, so that a repeated form changes nothing more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request)
  const returnTo = safePath(form.get('returnTo'), `/deals/${params.slug}`)
  return withToast(request, { returnTo, failure: BOOKMARK_FAILED }, async () => {
    const intent = form.get('intent')
    if (intent === 'add' && !(await findUser(request))) throw await signInToBookmark(params.slug!)
    const user = await requireActiveUser(request)
    if (intent !== 'add' && intent !== 'remove') throw badRequest('Unknown action.')

    const write = intent === 'add' ? addBookmark : removeBookmark
    await writeToDeal(params.slug!, (deal) => write(user.id, deal.id))
    return intent === 'add' ? ADDED : { tone: 'success', title: 'Bookmark removed' }
  })
}

const ADDED = { tone: 'success', title: 'Deal bookmarked' } as const

/** The sign-in page says what for. */
async function signInToBookmark(slug: string) {
  const path = `/auth?${new URLSearchParams({ redirectTo: bookmarkPath(slug) })}`
  return redirect(path, { status: 303, headers: { 'Set-Cookie': await rememberBookmark(slug) } })
}

export const clientAction = withFormFailure(BOOKMARK_FAILED)
