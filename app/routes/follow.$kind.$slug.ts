import type { ActionFunctionArgs } from '@remix-run/node'
import { FOLLOW_FAILED, FOLLOW_KINDS, type FollowKind, SIGN_IN_TO_FOLLOW } from '~/features/audience/following/follow'
import { findFollowable, follow, unfollow } from '~/features/audience/following/follows.server'
import { requireAuthor } from '~/features/people/accounts/guards.server'
import { withToast } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound, onlyPost, safePath } from '~/http/responses.server'

/** Vendors and categories are followed by a form. Products are followed by a bookmark. */
export const loader = onlyPost

const NOUNS: Record<FollowKind, string> = { vendor: 'Vendor', category: 'Category' }

/** The intent is explicit, not a toggle, so that a repeated form changes nothing more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const kind = FOLLOW_KINDS.find((one) => one === params.kind)
  if (!kind) throw notFound('Page')
  const form = await readForm(request)
  const returnTo = safePath(form.get('returnTo'), '/account/following')
  return withToast(request, { returnTo, failure: FOLLOW_FAILED }, async () => {
    const user = await requireAuthor(request, { text: SIGN_IN_TO_FOLLOW, path: returnTo })
    const intent = form.get('intent')
    if (intent !== 'follow' && intent !== 'unfollow') throw badRequest('Unknown action.')
    const thing = await findFollowable(kind, params.slug!)
    if (!thing) throw notFound(NOUNS[kind])

    await (intent === 'follow' ? follow : unfollow)(user.id, kind, thing.id)
    const title = intent === 'follow' ? `You follow ${thing.name}` : `You no longer follow ${thing.name}`
    return { tone: 'success', title }
  })
}

export const clientAction = withFormFailure(FOLLOW_FAILED)
