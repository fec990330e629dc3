import { data } from '@remix-run/node'
import type { User } from '~/features/accounts/guards.server'
import { withFormErrors } from '~/http/form-errors.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { badRequest, forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'
import type { Outcome } from './contribution-change.server'
import { itemAnchor, type Kind, queueOf, verdictFailure } from './queue'
import { approveSelected, reopen, settle } from './settle.server'
import { approveForm, rejectForm, reopenForm, selectionForm } from './verdict-form.server'

type ModerationRequest = { kind: Kind; request: Request; staff: User }

/** Handles every moderation form. After a decision the page stays and the next item gets the focus. */
export async function decide(moderation: ModerationRequest) {
  const intent = (await readForm(moderation.request)).get('intent')
  return withFormErrors(moderation.request, verdictFailure(moderation.kind), async () => {
    switch (intent) {
      case 'approve':
        return approveAction(moderation)
      case 'reject':
        return rejectAction(moderation)
      case 'approve-selected':
        return approveSelectedAction(moderation)
      case 'reopen':
        return reopenAction(moderation)
      default:
        throw badRequest('Unknown action.')
    }
  })
}

async function approveAction({ kind, request, staff }: ModerationRequest) {
  const submission = await parseForm(request, approveForm)
  if (submission.status !== 'success') return invalid(submission)
  const { next, ...approval } = submission.value
  const outcome = await settle(kind, staff, { ...approval, verdict: 'APPROVED' })
  return respond({ kind, request, outcome, done: 'approved', next })
}

async function rejectAction({ kind, request, staff }: ModerationRequest) {
  const submission = await parseForm(request, rejectForm(kind))
  if (submission.status !== 'success') return invalid(submission)
  const { next, ...rejection } = submission.value
  const outcome = await settle(kind, staff, { ...rejection, verdict: 'REJECTED' })
  return respond({ kind, request, outcome, done: 'rejected', next })
}

async function reopenAction({ kind, request, staff }: ModerationRequest) {
  const submission = await parseForm(request, reopenForm)
  if (submission.status !== 'success') return invalid(submission)
  return respond({ kind, request, outcome: await reopen(kind, staff, submission.value), done: 'reopened' })
}

async function approveSelectedAction({ kind, request, staff }: ModerationRequest) {
  const submission = await parseForm(request, selectionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { approved, left } = await approveSelected(kind, staff, submission.value.selected)
  const { noun, label } = queueOf(kind)
  const title = approved === 1 ? `${label} approved` : `${pluralize(approved, noun)} approved`
  if (left === 0) return stay(request, { tone: 'success', title })
  const text = `${pluralize(left, noun)} left unchanged: edited or decided in the meantime, or your own.`
  return stay(request, { tone: 'error', title: approved > 0 ? title : verdictFailure(kind), text })
}

type DecisionResponse = { kind: Kind; request: Request; outcome: Outcome; done: string; next?: string }

function respond({ kind, request, outcome, done, next }: DecisionResponse) {
  const { noun, label } = queueOf(kind)
  switch (outcome.is) {
    case 'done':
      return stay(request, { tone: 'success', title: `${label} ${done}` }, next)
    case 'conflict':
      return data({ conflict: { title: verdictFailure(kind), text: outcome.message } }, { status: 409 })
    case 'forbidden':
      throw forbidden(`You wrote this ${noun} yourself. Someone else must decide on it.`)
    case 'missing':
      throw notFound(label)
  }
}

function stay(request: Request, toast: Parameters<typeof redirectWithToast>[1], next?: string) {
  const { pathname, search } = new URL(request.url)
  return redirectWithToast(`${pathname.replace(/\.data$/, '')}${search}#${next ? itemAnchor(next) : 'queue'}`, toast)
}
