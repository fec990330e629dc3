import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAuthor } from '~/features/accounts/guards.server'
import { BOOKMARK_FAILED } from '~/features/bookmarks/bookmark'
import { addBookmark, removeBookmark } from '~/features/bookmarks/bookmarks.server'
import { writeToDeal } from '~/features/deals/writable-deal.server'
import { withFormFailure } from '~/http/form-failure'
import { readForm } from '~/http/forms.server'
import { badRequest } from '~/http/responses.server'
import { safePath } from '~/http/safe-redirect.server'
import { withToast } from '~/http/toast-action.server'

/** A bookmark is set and removed by a form. */
export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

/** The intent is explicit, not a toggle, so that a repeated form changes nothing more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request)
  const returnTo = safePath(form.get('returnTo'), `/deals/${params.slug}`)
  return withToast(request, { returnTo, failure: BOOKMARK_FAILED }, async () => {
    const text = 'Please sign in to bookmark deals'
    const user = await requireAuthor(request, { text, path: `/deals/${params.slug}` })
    const intent = form.get('intent')
    if (intent !== 'add' && intent !== 'remove') throw badRequest('Unknown action.')

    const write = intent === 'add' ? addBookmark : removeBookmark
    await writeToDeal(params.slug!, (deal) => write(user.id, deal.id))
    const title = intent === 'add' ? 'Deal bookmarked' : 'Bookmark removed'
    return { tone: 'success', title }
  })
}

export const clientAction = withFormFailure(BOOKMARK_FAILED)

export { privatePageHeaders as headers } from '~/http/private-page'
