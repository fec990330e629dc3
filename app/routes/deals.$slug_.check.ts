import type { ActionFunctionArgs } from '@remix-run/node'
import { findPublishedDealTitle } from '~/features/catalog/deals/page/deal-page.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { confirmStillCorrect } from '~/features/staff/freshness/confirm.server'
import { withToast } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound, onlyPost, safePath } from '~/http/responses.server'

const CHECK_FAILED = 'Failed to save the check'

/** Staff say on the page of a deal that it is still correct. */
export const loader = onlyPost

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  const form = await readForm(request)
  const returnTo = safePath(form.get('returnTo'), `/deals/${params.slug}`)
  return withToast(request, { returnTo, failure: CHECK_FAILED }, async () => {
    if (form.get('intent') !== 'still-correct') throw badRequest('Unknown action.')
    const deal = await findPublishedDealTitle(params.slug!)
    const outcome = deal && (await confirmStillCorrect(staff, deal.id))
    if (!outcome || outcome.is === 'missing') throw notFound('Deal')
    if (outcome.is === 'conflict') return { tone: 'error', title: CHECK_FAILED, text: outcome.conflict.text }
    return { tone: 'success', title: 'Checked today' }
  })
}

export const clientAction = withFormFailure(CHECK_FAILED)
