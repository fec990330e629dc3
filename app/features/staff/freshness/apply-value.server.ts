import { data } from '@remix-run/node'
import { z } from 'zod'
import { applyVerifiedValue } from '~/features/contributions/change-logs/unapplied-values.server'
import { VALUE_FIELDS } from '~/features/contributions/change-logs/value-form.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { User } from '~/features/people/accounts/guards.server'
import { OWN_CONTRIBUTION } from '~/features/staff/moderation/own-contribution'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import { parseForm } from '~/http/forms.server'
import { badRequest, forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { freshnessPath } from './freshness'

const { plan_name, limit_label, dealVersion: version } = VALUE_FIELDS
const form = z.object({ plan_name, limit_label, dealVersion: version, back: z.literal('freshness').optional() })

/** "Apply" for an approved change that its deal does not have. */
export async function applyVerified({ request, staff, id }: { request: Request; staff: User; id: string }) {
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw badRequest('Unknown action.')
  const { back, plan_name: plan, limit_label: limit, dealVersion } = submission.value
  try {
    const outcome = await applyVerifiedValue(staff, { id, plan, limit, dealVersion })
    if (outcome === 'missing') throw notFound('Change report')
    if (outcome === 'forbidden') throw forbidden(OWN_CONTRIBUTION)
  } catch (error) {
    if (!(error instanceof CannotDecide)) throw error
    const conflict = { title: 'Nothing was changed', text: error.message, kind: 'change_log' as const, id }
    return data({ conflict }, { status: 409 })
  }
  const path = back ? freshnessPath() : itemPath('change_log', id)
  return redirectWithToast(path, { tone: 'success', title: 'Applied to the deal' })
}
