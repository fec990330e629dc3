import { data } from '@remix-run/node'
import { decisionFailure, findKind, type Kind, pastTense, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { badRequest, forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast, type Toast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'
import { releaseItem, takeOverItem } from './claims.server'
import { approveSelected, decideItem } from './decide-item.server'
import { DECISION_INTENTS, decisionForm, reopenForm, selectionForm, undoForm } from './decision-form.server'
import { type Outcome, type RequestedDecision, reasonsOf } from './decisions.server'
import { findNext } from './order.server'
import { OWN_CONTRIBUTION } from './own-contribution'
import { itemPath, lineAnchor, nextPath, QUEUE_PATH, queuePath } from './queue-paths'
import type { DecisionConflict } from './queue-types'
import { reopenItem, undoDecision } from './undo.server'

/** A form of the queue. Those of an item's own page have its `id`; the next item follows a decision there. */
type QueueForm = { request: Request; staff: User; kind: Kind; id?: string }
type ItemForm = QueueForm & { id: string }

/** Creates a decision, or approvals of the selected items. A list of several kinds has none; its forms name theirs. */
export async function decideInList({ request, staff, ...list }: { request: Request; staff: User; kind?: Kind }) {
  const form = await readForm(request)
  const kind = list.kind ?? findKind(form.get('kind'))
  if (!kind) throw badRequest('Unknown kind.')
  return withFormErrors(request, decisionFailure(kind), async () => {
    const create = form.get('intent') === 'approve-selected' ? createApprovals : createDecision
    return create({ request, staff, kind })
  })
}

export async function createDecision(form: QueueForm) {
  const { request, kind, staff } = form
  const sent = (await readForm(request)).get('intent')
  const intent = DECISION_INTENTS.find((known) => known === sent)
  const schema = intent && decisionForm(kind, intent)
  if (!schema) throw badRequest('Unknown action.')
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { item, decision, next, beside } = submission.value
  const proof = beside && { kind: 'purchase_proof' as const, staff, ...beside }
  const outcome = await decideItem({ kind, staff, item, decision }, proof)
  return respond(form, { item, decision, outcome, next })
}

async function createApprovals({ request, staff, kind }: QueueForm) {
  const { noun, label, isBulkApproved } = specOf(kind)
  if (!isBulkApproved) throw badRequest('Unknown action.')
  const submission = await parseForm(request, selectionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { approved, left } = await approveSelected(kind, staff, submission.value.selected)
  const title = approved === 1 ? `${label} approved` : `${pluralize(approved, noun)} approved`
  const list = `${listPath(request)}#queue`
  if (left === 0) return redirectWithToast(list, { tone: 'success', title })
  const text = `${pluralize(left, noun)} left unchanged: edited or decided in the meantime, opened by someone else, your own, or to be read one by one.`
  return redirectWithToast(list, { tone: 'error', title: approved > 0 ? title : decisionFailure(kind), text })
}

/** Deletes one's own decision, as the toast after it offers. */
export async function deleteOwnDecision(form: ItemForm) {
  const { request, kind, staff, id } = form
  const submission = await parseForm(request, undoForm)
  if (submission.status !== 'success') throw badRequest('Unknown decision.')
  const outcome = await undoDecision(staff, { kind, id }, submission.value.id)
  if (outcome.is !== 'done') return respond(form, { item: { id }, outcome })
  return redirectWithToast(itemPath(kind, id), { tone: 'success', title: 'Decision undone' })
}

/** Reopens the item; any member of staff may do that, not only the one who decided. */
export async function deleteDecision(form: ItemForm) {
  const submission = await parseForm(form.request, reopenForm)
  if (submission.status !== 'success') return invalid(submission)
  const { kind, staff } = form
  const item = submission.value
  const outcome = await reopenItem(kind, staff, item)
  if (outcome.is !== 'done') return respond(form, { item, outcome })
  return redirectWithToast(itemPath(kind, item.id), { tone: 'success', title: `${specOf(kind).label} reopened` })
}

export async function createClaim({ kind, staff, id }: ItemForm) {
  const isWaiting = await takeOverItem(staff.id, { kind, id })
  const toast = isWaiting
    ? { tone: 'success' as const, title: 'Claimed for 15 minutes' }
    : { tone: 'error' as const, title: 'Someone else already decided this' }
  return redirectWithToast(itemPath(kind, id), toast)
}

export async function deleteClaim({ kind, staff, id }: ItemForm) {
  await releaseItem(staff.id, { kind, id })
  return redirectWithToast(queuePath(), { tone: 'success', title: 'Claim released' })
}

/** Releases the item and opens the next one. */
export async function decideLater({ kind, staff, id }: ItemForm) {
  await releaseItem(staff.id, { kind, id })
  return redirectWithToast(nextPath({ kind, id }), { tone: 'success', title: `${specOf(kind).label} left for later` })
}

type Answer = {
  item: { id: string }
  outcome: Outcome
  decision?: RequestedDecision
  /** The line of the list to focus next. */
  next?: string
}

/** Redirects to the next item after a decision, or returns why nothing was saved. */
async function respond(form: QueueForm, answer: Answer) {
  const { kind } = form
  const { outcome } = answer
  const { label } = specOf(kind)
  switch (outcome.is) {
    case 'done':
      return redirectWithToast(await pathAfter(form, answer, outcome), toastOf(kind, answer, outcome))
    case 'conflict':
      return data({ conflict: toConflict(kind, answer, outcome.conflict) }, { status: 409 })
    case 'forbidden':
      throw forbidden(OWN_CONTRIBUTION)
    case 'missing':
      throw notFound(label)
  }
}

type Done = Extract<Outcome, { is: 'done' }>

function toastOf(kind: Kind, { item, decision }: Answer, { decisionId }: Done): Toast {
  const title = `${specOf(kind).label} ${decision ? pastTense(kind, decision.to) : 'left as it is'}`
  if (!decisionId) return { tone: 'success', title }
  const fields = { intent: 'undo', id: decisionId }
  return { tone: 'success', title, undo: { action: itemPath(kind, item.id), fields } }
}

/** The next item after one's own page; else the same list, with the focus on the next line. */
async function pathAfter({ request, staff, id }: QueueForm, { next }: Answer, { position }: Done) {
  if (id) {
    const following = await findNext(staff, position)
    return following ? itemPath(following.kind, following.id) : QUEUE_PATH
  }
  return `${listPath(request)}#${next ? lineAnchor(next) : 'queue'}`
}

/** The address of the list with its parameters. React asks for its data at `.data`. */
function listPath(request: Request) {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\.data$/, '') + search
}

type Conflict = Extract<Outcome, { is: 'conflict' }>['conflict']

function toConflict(kind: Kind, { item, decision }: Answer, conflict: Conflict): DecisionConflict {
  const at = new Date()
  const { other } = conflict
  return {
    title: decisionFailure(kind),
    kind,
    id: item.id,
    ...conflict,
    ...(other && { secondsBefore: Math.max(0, Math.round((at.getTime() - other.at.getTime()) / 1000)) }),
    ...(decision && { yours: { label: labelOf(kind, decision), at, ...reasonsOf(decision) } }),
  }
}

function labelOf(kind: Kind, { to }: RequestedDecision) {
  const { approve, reject, requestChanges } = specOf(kind)
  const verbs = { APPROVED: approve, REJECTED: reject, CHANGES_REQUESTED: requestChanges }
  return verbs[to]?.label ?? to
}
