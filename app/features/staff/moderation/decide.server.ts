import { decisionFailure, findKind, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'
import { approveSelected } from './bulk-approval.server'
import { releaseItem, takeOverItem } from './claims.server'
import { decideItem } from './decide-item.server'
import {
  DECISION_INTENTS,
  type DecisionIntent,
  decisionForm,
  reopenForm,
  selectionForm,
  undoForm,
} from './decision-form.server'
import { type Answering, respond } from './decision-response.server'
import { itemPath, queuePath } from './queue-paths'
import { reopenItem, undoDecision } from './undo.server'

type DecideRequest = {
  request: Request
  staff: User
  /** Of the page. A list of several kinds has none; its forms name theirs in `kind`. */
  kind?: Kind
  /** The item of an item's own page, where the next item follows a decision. */
  id?: string
}

/**
 * Handles the forms of the queue, its items and its views: they create decisions, delete them, or change who has an item
 * open.
 */
export async function decide({ request, staff, kind: kindOfPage, id }: DecideRequest) {
  const form = await readForm(request)
  const kind = kindOfPage ?? findKind(form.get('kind'))
  if (!kind) throw badRequest('Unknown kind.')
  const answering: Answering = { request, staff, kind, id }
  return withFormErrors(request, decisionFailure(kind), async () => handle(form.get('intent'), answering))
}

async function handle(intent: string | null, answering: Answering) {
  const decisionIntent = DECISION_INTENTS.find((known) => known === intent)
  if (decisionIntent) return createDecision(answering, decisionIntent)
  switch (intent) {
    case 'approve-selected':
      return createApprovals(answering)
    case 'undo':
      return deleteOwnDecision(answering)
    case 'reopen':
      return deleteDecision(answering)
    case 'take-over':
      return createClaim(answering)
    case 'release':
      return deleteClaim(answering)
    default:
      throw badRequest('Unknown action.')
  }
}

async function createDecision(answering: Answering, intent: DecisionIntent) {
  const { request, kind, staff } = answering
  const form = decisionForm(kind, intent)
  if (!form) throw badRequest('Unknown action.')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  const { item, decision, next, beside } = submission.value
  const proof = beside && { kind: 'purchase_proof' as const, staff, ...beside }
  const outcome = await decideItem({ kind, staff, item, decision }, proof)
  return respond(answering, { item, decision, outcome, next })
}

/** Reopens the item, also by another person than its decider. */
async function deleteDecision(answering: Answering) {
  const submission = await parseForm(answering.request, reopenForm)
  if (submission.status !== 'success') return invalid(submission)
  const { kind, staff } = answering
  const item = submission.value
  const outcome = await reopenItem(kind, staff, item)
  if (outcome.is !== 'done') return respond(answering, { item, outcome })
  return redirectWithToast(itemPath(kind, item.id), { tone: 'success', title: `${specOf(kind).label} reopened` })
}

/** Returns to the item, for another decision. */
async function deleteOwnDecision(answering: Answering) {
  const { request, kind, staff, id } = answering
  const submission = await parseForm(request, undoForm)
  if (submission.status !== 'success' || !id) throw badRequest('Unknown decision.')
  const outcome = await undoDecision(staff, { kind, id }, submission.value.id)
  if (outcome.is !== 'done') return respond(answering, { item: { id }, outcome })
  return redirectWithToast(itemPath(kind, id), { tone: 'success', title: 'Decision undone' })
}

async function deleteClaim({ request, kind, staff, id }: Answering) {
  const released = id ?? parseRowId((await readForm(request)).get('id'))
  if (!released) throw notFound(specOf(kind).label)
  await releaseItem(staff.id, { kind, id: released })
  return redirectWithToast(queuePath(), { tone: 'success', title: 'Claim released' })
}

async function createClaim({ request, kind, staff, id }: Answering) {
  const taken = id ?? parseRowId((await readForm(request)).get('id'))
  if (!taken) throw notFound(specOf(kind).label)
  const isWaiting = await takeOverItem(staff.id, { kind, id: taken })
  const toast = isWaiting
    ? { tone: 'success' as const, title: 'Claimed for 15 minutes' }
    : { tone: 'error' as const, title: 'Someone else already decided this' }
  return redirectWithToast(itemPath(kind, taken), toast)
}

async function createApprovals({ request, staff, kind }: Answering) {
  const { noun, label, isBulkApproved } = specOf(kind)
  if (!isBulkApproved) throw badRequest('Unknown action.')
  const submission = await parseForm(request, selectionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { approved, left } = await approveSelected(kind, staff, submission.value.selected)
  const title = approved === 1 ? `${label} approved` : `${pluralize(approved, noun)} approved`
  const { pathname, search } = new URL(request.url)
  const list = `${pathname.replace(/\.data$/, '')}${search}#queue`
  if (left === 0) return redirectWithToast(list, { tone: 'success', title })
  const text = `${pluralize(left, noun)} left unchanged: edited or decided in the meantime, opened by someone else, your own, or to be read one by one.`
  return redirectWithToast(list, { tone: 'error', title: approved > 0 ? title : decisionFailure(kind), text })
}
