import type { Submission } from '@conform-to/react'
import { z } from 'zod'
import { recordDenial } from '~/features/people/audit/audit.server'
import { paragraphs, required } from '~/http/fields.server'
import { invalid } from '~/http/forms.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { PROFILE_STATUSES, ROLES, SUSPENSION_NOTE_MAX, SUSPENSION_REASONS } from './profile'
import type { RightsChange } from './rights.server'

const id = z.uuid({ error: 'This user does not exist.' })

/**
 * One select of the user list, where `expected` is the value it showed before the change, or a form of the row below a
 * person.
 */
export const rightsForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change-role'), id, role: z.enum(ROLES), expected: z.enum(ROLES) }),
  z.object({
    intent: z.literal('change-status'),
    id,
    status: z.enum(PROFILE_STATUSES),
    expected: z.enum(PROFILE_STATUSES),
  }),
  z.object({
    intent: z.literal('suspend'),
    id,
    reason: z.enum(SUSPENSION_REASONS, 'Reason is required.'),
    note: required('Note to the person', paragraphs(SUSPENSION_NOTE_MAX)),
  }),
  z.object({
    intent: z.literal('delete-account'),
    id,
    currentPassword: z.string({ error: 'Your password is required.' }).max(500, 'This is not your password.'),
  }),
])
export type RightsValues = z.infer<typeof rightsForm>

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
