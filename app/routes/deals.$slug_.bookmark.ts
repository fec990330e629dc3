import type { ActionFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { requireAuthor } from '~/features/accounts/guards.server'
import { addBookmark, removeBookmark } from '~/features/bookmarks/bookmarks.server'
import { findPublishedDealTitle } from '~/features/deals/deal-page.server'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound } from '~/http/responses.server'
import { safePath } from '~/http/safe-redirect.server'
import { answerWithToast } from '~/http/toast.server'
import { log } from '~/log.server'

const FAILED = { tone: 'error', title: 'Failed to update bookmark' } as const

/** A bookmark is set and removed by a form. */
export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

/** Both are asked for by name, never "the other way round", so that a form sent twice ends as one sent once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const text = 'Please sign in to bookmark deals'
  const user = await requireAuthor(request, { text, path: `/deals/${params.slug}` })
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw notFound('Deal')
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent !== 'add' && intent !== 'remove') throw badRequest('Unknown intent')

  const returnTo = safePath(form.get('returnTo'), `/deals/${deal.slug}`)
  try {
    await (intent === 'add' ? addBookmark : removeBookmark)(user.id, deal.id)
  } catch (error) {
    log.error({ err: error }, 'A bookmark could not be changed')
    return answerWithToast(request, returnTo, FAILED)
  }
  const title = intent === 'add' ? 'Deal bookmarked' : 'Bookmark removed'
  return answerWithToast(request, returnTo, { tone: 'success', title })
}

/** Without the net a click on the button must not cost the reader the page. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    document.dispatchEvent(new CustomEvent('toast', { detail: FAILED }))
    return null
  }
}
