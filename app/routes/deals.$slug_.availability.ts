import type { ActionFunctionArgs } from '@remix-run/node'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { reportAvailability, withdrawReport } from '~/features/contributions/availability/availability-reports.server'
import { requireAuthor } from '~/features/people/accounts/guards.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { withToast } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound, onlyPost, safePath } from '~/http/responses.server'
import type { Toast } from '~/http/toast.server'

const SIGN_IN_TO_REPORT = 'Please sign in to report whether a deal is available'
const REPORT_FAILED = 'Failed to save your report'

/** What a member says about the availability of a deal is set and taken back by a form. */
export const loader = onlyPost

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request)
  const path = `/deals/${params.slug}`
  const returnTo = safePath(form.get('returnTo'), path)
  return withToast(request, { returnTo, failure: REPORT_FAILED }, async () => {
    const user = await requireAuthor(request, { text: SIGN_IN_TO_REPORT, path })
    return writeToDeal(params.slug!, (deal) => change(form.get('intent'), user.id, deal.id))
  })
}

async function change(intent: string | null, userId: string, dealId: string): Promise<Toast> {
  if (intent === 'withdraw') {
    await withdrawReport(userId, dealId)
    return { tone: 'success', title: 'Report taken back' }
  }
  if (intent !== 'has-ended' && intent !== 'is-available') throw badRequest('Unknown action.')
  const outcome = await reportAvailability(userId, dealId, intent === 'has-ended')
  if (outcome === 'missing') throw notFound('Deal')
  if (typeof outcome === 'object') {
    const text = `You have reported on many deals today. Try again in ${formatWait(outcome.retryAfter)}.`
    return { tone: 'error', title: REPORT_FAILED, text }
  }
  return {
    tone: 'success',
    title: 'Thanks',
    text: "We'll check it once two members report it.",
  }
}

export const clientAction = withFormFailure(REPORT_FAILED)
