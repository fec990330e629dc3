import { data } from '@remix-run/node'
import type { User } from '~/features/accounts/guards.server'
import { withFormErrors } from '~/http/form-errors.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { badRequest, forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'
import type { Outcome } from './contribution-change.server'
import { type Kind, queueOf, verdictFailure } from './queue'
import { approveSelected, reopen, settle } from './settle.server'
import { approveForm, rejectForm, reopenForm, selectionForm } from './verdict-form.server'

type ModerationRequest = { kind: Kind; request: Request; staff: User }

/** Takes every form of moderation. After a decision the page stays where it is, at the item that comes next. */
export async function decide(ask: ModerationRequest) {
  const intent = (await readForm(ask.request)).get('intent')
  return withFormErrors(ask.request, verdictFailure(ask.kind), async () => {
    switch (intent) {
      case 'approve':
        return approveAction(ask)
      case 'reject':
        return rejectAction(ask)
      case 'approve-picked':
        return approvePickedAction(ask)
      case 'reopen':
        return reopenAction(ask)
      default:
        throw badRequest('Unknown action.')
    }
  })
}

async function approveAction(ask: ModerationRequest) {
  const submission = await parseForm(ask.request, approveForm)
  if (submission.status !== 'success') return invalid(submission)
  const { next, ...seen } = submission.value
  return respond(ask, 'approved', await settle(ask.kind, ask.staff, { ...seen, verdict: 'APPROVED' }), next)
}

async function rejectAction(ask: ModerationRequest) {
  const submission = await parseForm(ask.request, rejectForm(ask.kind))
  if (submission.status !== 'success') return invalid(submission)
  const { next, ...seen } = submission.value
  return respond(ask, 'rejected', await settle(ask.kind, ask.staff, { ...seen, verdict: 'REJECTED' }), next)
}

async function reopenAction(ask: ModerationRequest) {
  const submission = await parseForm(ask.request, reopenForm)
  if (submission.status !== 'success') return invalid(submission)
  return respond(ask, 'reopened', await reopen(ask.kind, ask.staff, submission.value))
}

async function approvePickedAction(ask: ModerationRequest) {
  const submission = await parseForm(ask.request, selectionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { approved, left } = await approveSelected(ask.kind, ask.staff, submission.value.picked)
  const { noun, label } = queueOf(ask.kind)
  const title = approved === 1 ? `${label} approved` : `${pluralize(approved, noun)} approved`
  if (left === 0) return stay(ask.request, { tone: 'success', title })
  const text = `${pluralize(left, noun)} left unchanged: edited or decided in the meantime, or your own.`
  return stay(ask.request, { tone: 'error', title: approved > 0 ? title : verdictFailure(ask.kind), text })
}

function respond({ kind, request }: ModerationRequest, done: string, outcome: Outcome, next?: string) {
  const { noun, label } = queueOf(kind)
  switch (outcome.is) {
    case 'done':
      return stay(request, { tone: 'success', title: `${label} ${done}` }, next)
    case 'conflict':
      return data({ conflict: { title: verdictFailure(kind), text: outcome.why } }, { status: 409 })
    case 'forbidden':
      throw forbidden(`You wrote this ${noun} yourself. Someone else must decide on it.`)
    case 'missing':
      throw notFound(label)
  }
}

function stay(request: Request, toast: Parameters<typeof redirectWithToast>[1], next?: string) {
  const { pathname, search } = new URL(request.url)
  return redirectWithToast(`${pathname.replace(/\.data$/, '')}${search}#${next ? `case-${next}` : 'queue'}`, toast)
}
