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
  approveForm,
  rejectForm,
  reopenForm,
  requestChangesForm,
  selectionForm,
  undoForm,
} from './decision-form.server'
import { type Answering, respond } from './decision-response.server'
import type { Decision, VersionedId } from './decisions.server'
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

/** Handles every form of the queue, its items and its views. */
export async function decide({ request, staff, kind: kindOfPage, id }: DecideRequest) {
  const form = await readForm(request)
  const kind = kindOfPage ?? findKind(form.get('kind'))
  if (!kind) throw badRequest('Unknown kind.')
  const answering: Answering = { request, staff, kind, id }
  return withFormErrors(request, decisionFailure(kind), async () => handle(form.get('intent'), answering))
}

async function handle(intent: string | null, answering: Answering) {
  switch (intent) {
    case 'approve':
      return approve(answering)
    case 'reject':
      return reject(answering)
    case 'request-changes':
      return requestChanges(answering)
    case 'approve-selected':
      return approveAllSelected(answering)
    case 'undo':
      return undo(answering)
    case 'reopen':
      return reopen(answering)
    case 'release':
      return release(answering)
    case 'take-over':
      return takeOver(answering)
    default:
      throw badRequest('Unknown action.')
  }
}

async function approve(answering: Answering) {
  if (specOf(answering.kind).approve.path) throw badRequest('Unknown action.')
  const submission = await parseForm(answering.request, approveForm)
  if (submission.status !== 'success') return invalid(submission)
  const { id, version, next, beside, ...approval } = submission.value
  return settle(answering, { id, version }, { to: 'APPROVED', ...approval }, next, beside)
}

async function reject(answering: Answering) {
  const submission = await parseForm(answering.request, rejectForm(answering.kind))
  if (submission.status !== 'success') return invalid(submission)
  const { id, version, next, ...rejection } = submission.value
  return settle(answering, { id, version }, { to: 'REJECTED', ...rejection }, next)
}

async function requestChanges(answering: Answering) {
  if (!specOf(answering.kind).requestChanges) throw badRequest('Unknown action.')
  const submission = await parseForm(answering.request, requestChangesForm)
  if (submission.status !== 'success') return invalid(submission)
  const { id, version, next, note } = submission.value
  return settle(answering, { id, version }, { to: 'CHANGES_REQUESTED', note }, next)
}

async function settle(
  answering: Answering,
  item: VersionedId,
  decision: Decision,
  next?: string,
  beside?: { item: VersionedId; decision: Decision },
) {
  const { kind, staff } = answering
  const proof = beside && { kind: 'purchase_proof' as const, staff, ...beside }
  const outcome = await decideItem({ kind, staff, item, decision }, proof)
  return respond(answering, { item, decision, outcome, next })
}

async function reopen(answering: Answering) {
  const submission = await parseForm(answering.request, reopenForm)
  if (submission.status !== 'success') return invalid(submission)
  const { kind, staff } = answering
  const item = submission.value
  const outcome = await reopenItem(kind, staff, item)
  if (outcome.is !== 'done') return respond(answering, { item, outcome })
  return redirectWithToast(itemPath(kind, item.id), { tone: 'success', title: `${specOf(kind).label} reopened` })
}

/** Leads back to the item: whoever undoes a decision wants to make another one. */
async function undo(answering: Answering) {
  const { request, kind, staff, id } = answering
  const submission = await parseForm(request, undoForm)
  if (submission.status !== 'success' || !id) throw badRequest('Unknown decision.')
  const outcome = await undoDecision(staff, { kind, id }, submission.value.id)
  if (outcome.is !== 'done') return respond(answering, { item: { id }, outcome })
  return redirectWithToast(itemPath(kind, id), { tone: 'success', title: 'Decision undone' })
}

async function release({ request, kind, staff, id }: Answering) {
  const released = id ?? parseRowId((await readForm(request)).get('id'))
  if (!released) throw notFound(specOf(kind).label)
  await releaseItem(staff.id, { kind, id: released })
  return redirectWithToast(queuePath(), { tone: 'success', title: `${specOf(kind).label} let go` })
}

async function takeOver({ request, kind, staff, id }: Answering) {
  const taken = id ?? parseRowId((await readForm(request)).get('id'))
  if (!taken) throw notFound(specOf(kind).label)
  const isWaiting = await takeOverItem(staff.id, { kind, id: taken })
  const toast = isWaiting
    ? { tone: 'success' as const, title: 'It is yours for 15 minutes' }
    : { tone: 'error' as const, title: 'Someone else already decided this' }
  return redirectWithToast(itemPath(kind, taken), toast)
}

async function approveAllSelected({ request, staff, kind }: Answering) {
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
