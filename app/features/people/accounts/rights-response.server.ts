import type { Submission } from '@conform-to/react'
import { recordDenial } from '~/features/people/audit/audit.server'
import { invalid } from '~/http/forms.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import type { RightsChange } from './rights.server'

const CONFLICTS: Partial<Record<RightsChange, string>> = {
  'last-admin': 'This is the last active admin. Make someone else an admin first.',
  outdated: 'Someone else has just changed it. The list shows the current value.',
}

type Answer = {
  actor: { id: string }
  right: 'role' | 'status'
  outcome: RightsChange
  /** The list to return to. */
  list: string
}

/** Responds to a change of a role or status: redirects to the list, or returns the form with the reason. */
export async function respondToRights<Value>(submission: Submission<Value>, { actor, right, outcome, list }: Answer) {
  if (outcome === 'missing') throw notFound('User')
  if (outcome === 'forbidden') {
    await recordDenial(actor.id)
    throw forbidden(`You cannot change this ${right}.`)
  }
  const conflict = CONFLICTS[outcome]
  if (conflict) return invalid(submission, { status: 409, formErrors: [conflict] })
  return redirectWithToast(list, { tone: 'success', title: `User ${right} updated` })
}
