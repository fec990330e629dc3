import type { ActionFunctionArgs } from '@remix-run/node'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { setVote } from '~/features/contributions/reviews/review-votes.server'
import { requireAuthor } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { withToast } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, notFound, onlyPost, safePath } from '~/http/responses.server'

const FAILED = 'Failed to save your vote'

/** A vote for a review is given and taken back by a form. */
export const loader = onlyPost

/** The intent is explicit, not a toggle, so that a repeated form changes nothing more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request)
  const path = `/deals/${params.slug}`
  const returnTo = safePath(form.get('returnTo'), path)
  return withToast(request, { returnTo, failure: FAILED }, async () => {
    const user = await requireAuthor(request, { text: 'Please sign in to vote for helpful reviews', path })
    const intent = form.get('intent')
    if (intent !== 'add' && intent !== 'remove') throw badRequest('Unknown action.')
    const id = parseRowId(form.get('review'))
    const outcome = await writeToDeal(params.slug!, async (deal) => {
      const result = id ? await setVote(user.id, id, intent === 'add', deal.id) : 'missing'
      if (result === 'missing') throw notFound('Review')
      return result
    })
    if (outcome === 'own') return { tone: 'error', title: FAILED, text: 'You wrote this review yourself.' }
    if (typeof outcome === 'object') {
      const text = `You have voted many times today. Try again in ${formatWait(outcome.retryAfter)}.`
      return { tone: 'error', title: FAILED, text }
    }
    return { tone: 'success', title: intent === 'add' ? 'Marked as helpful' : 'Vote taken back' }
  })
}

export const clientAction = withFormFailure(FAILED)
