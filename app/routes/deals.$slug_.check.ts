import type { ActionFunctionArgs } from '@remix-run/node'
import { findPublishedDealTitle } from '~/features/catalog/deals/page/deal-page.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { checkDeal } from '~/features/staff/freshness/check-deal.server'
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
    if (!deal) throw notFound('Deal')
    try {
      await checkDeal(staff, deal.id, 'correct')
      return { tone: 'success', title: 'Checked today' }
    } catch (error) {
      if (!(error instanceof CannotDecide)) throw error
      return { tone: 'error', title: CHECK_FAILED, text: error.message }
    }
  })
}

export const clientAction = withFormFailure(CHECK_FAILED)
