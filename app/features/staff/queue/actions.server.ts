import { data } from '@remix-run/node'
import { z } from 'zod'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { applyVerifiedValue } from '~/features/contributions/change-logs/unapplied-values.server'
import { VALUE_FIELDS } from '~/features/contributions/change-logs/value-form.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { undoOf } from '~/features/contributions/decisions/undo-form'
import { decisionFailure, findKind, type Kind, pastTense, specOf } from '~/features/contributions/kinds/kinds'
import { SAVING_IS_OFF } from '~/features/contributions/sources/evidence-box'
import { saveSourceSoon } from '~/features/contributions/sources/sources.server'
import type { User } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { badRequest, forbidden, notFound, safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'
import { decide } from './decide.server'
import { DECISION_INTENTS, decisionForm, selectionForm, undoForm } from './decision-form.server'
import {
  type DecisionConflict,
  FRESHNESS_PATH,
  type ItemKey,
  itemAnchor,
  itemPath,
  OWN_CONTRIBUTION,
  QUEUE_PATH,
} from './item'
import { findItemRow, findNext } from './items.server'
import { undo } from './undo.server'

type QueueForm = {
  request: Request
  staff: User
  /** The only kind of the list. Other lists have several, and their forms name theirs. */
  kind?: Kind
  /** The item whose own page has the form. */
  page?: ItemKey
}

/** Creates a decision, or approvals of the selected items. */
export async function decideInQueue(queue: QueueForm) {
  const form = await readForm(queue.request)
  const kind = queue.kind ?? findKind(form.get('kind')) ?? queue.page?.kind
  if (!kind) throw badRequest('Unknown kind.')
  const isSelection = form.get('intent') === 'approve-selected' && !queue.page
  if (form.get('intent') === 'apply' && queue.page) return applyInQueue(queue, queue.page)
  if (form.get('intent') === 'save-source' && queue.page) return saveSourceInQueue(queue.page)
  return withFormErrors(queue.request, decisionFailure(kind), () =>
    isSelection ? createApprovals(queue, kind) : createDecision(queue, kind, form.get('intent')),
  )
}

async function createDecision(queue: QueueForm, kind: Kind, sent: string | null) {
  const intent = DECISION_INTENTS.find((known) => known === sent)
  const schema = intent && decisionForm(kind, intent)
  if (!schema) throw badRequest('Unknown action.')
  const submission = await parseForm(queue.request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { item, decision, next } = submission.value
  const of = { kind, ...item }
  const note = 'note' in decision ? (decision.note ?? undefined) : undefined
  return withConflicts({ kind, id: item.id, title: decisionFailure(kind), note }, async () => {
    const id = await inTransaction((trx) => decide(trx, queue.staff, of, decision))
    const title = `${specOf(kind).label} ${pastTense(kind, decision.to)}`
    return redirectWithToast(await pathAfter(queue, of, next), { tone: 'success', title, undo: undoOf(id) })
  })
}

const applyForm = z.object({
  plan_name: VALUE_FIELDS.plan_name,
  limit_label: VALUE_FIELDS.limit_label,
  dealVersion: VALUE_FIELDS.dealVersion,
  back: z.literal('freshness').optional(),
})

/** "Apply" for an approved change that its deal does not have. */
async function applyInQueue({ request, staff }: QueueForm, { kind, id }: ItemKey) {
  const submission = await parseForm(request, applyForm)
  if (submission.status !== 'success') throw badRequest('Unknown action.')
  const { back, plan_name: plan, limit_label: limit, dealVersion } = submission.value
  return withConflicts({ kind, id, title: 'Nothing was changed' }, async () => {
    const outcome = await applyVerifiedValue(staff, { id, plan, limit, dealVersion })
    if (outcome === 'missing') throw notFound(specOf(kind).label)
    if (outcome === 'forbidden') throw forbidden(OWN_CONTRIBUTION)
    const path = back ? FRESHNESS_PATH : itemPath(kind, id)
    return redirectWithToast(path, { tone: 'success', title: 'Applied to the deal' })
  })
}

/** "Try again" for the source of a change report. */
async function saveSourceInQueue({ kind, id }: ItemKey) {
  const path = itemPath(kind, id)
  if (!env.LINK_CHECKS)
    return redirectWithToast(path, { tone: 'error', title: 'The page was not saved', text: SAVING_IS_OFF })
  await saveSourceSoon(db, id)
  const text = 'Reload this page in a moment.'
  return redirectWithToast(path, { tone: 'success', title: 'The page is being saved', text })
}

/** The next item after one's own page, the same page after another item on it; else the list with the next row. */
async function pathAfter({ request, staff, page }: QueueForm, { kind, id }: ItemKey, next: string | undefined) {
  if (page && page.id !== id) return itemPath(page.kind, page.id)
  if (page) {
    const following = await findNext(staff, { kind, id })
    return following ? itemPath(following.kind, following.id) : QUEUE_PATH
  }
  return `${listPath(request)}#${next ? itemAnchor(next) : 'queue'}`
}

/** The address of the list with its parameters. React asks for its data at `.data`. */
function listPath(request: Request) {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\.data$/, '') + search
}

async function createApprovals({ request, staff }: QueueForm, kind: Kind) {
  const { noun, label, isBulkApproved } = specOf(kind)
  if (!isBulkApproved) throw badRequest('Unknown action.')
  const submission = await parseForm(request, selectionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { selected } = submission.value
  const approved = await approveHarmless(kind, staff, selected)
  const title = approved === 1 ? `${label} approved` : `${pluralize(approved, noun)} approved`
  const list = `${listPath(request)}#queue`
  const left = selected.length - approved
  if (left === 0) return redirectWithToast(list, { tone: 'success', title })
  const text = `${pluralize(left, noun)} left unchanged: edited or decided in the meantime, your own, or to be read one by one.`
  return redirectWithToast(list, { tone: 'error', title: approved > 0 ? title : decisionFailure(kind), text })
}

/** Approves each in its own transaction: a conflict on one does not stop the others. Returns how many. */
export async function approveHarmless(kind: Kind, staff: User, selected: { id: string; version: number }[]) {
  let approved = 0
  for (const item of selected) {
    try {
      await inTransaction(async (trx) => {
        const row = await findItemRow({ kind, id: item.id }, staff, trx)
        if (!row?.is_harmless) throw new CannotDecide('It must be read.')
        await decide(trx, staff, { kind, ...item }, { to: 'APPROVED' })
      })
      approved++
    } catch (error) {
      if (!(error instanceof CannotDecide || error instanceof Response)) throw error
    }
  }
  return approved
}

/** The form of toasts, of the history and of Freshness. */
export async function undoInQueue(request: Request, staff: User) {
  const form = await readForm(request)
  const parsed = undoForm.safeParse(Object.fromEntries(form))
  if (!parsed.success) throw badRequest('Unknown decision.')
  const conflict = { title: 'Nothing was changed' }
  return withConflicts(conflict, async () => {
    const item = await undo(staff, parsed.data)
    const title = item && !('decision' in parsed.data) ? `${specOf(item.kind).label} reopened` : 'Decision undone'
    const fallback = item ? itemPath(item.kind, item.id) : QUEUE_PATH
    return redirectWithToast(safePath(form.get('returnTo'), fallback), { tone: 'success', title })
  })
}

/** Answers 409 when someone else was first. */
export async function withConflicts<Answer>(conflict: Omit<DecisionConflict, 'text'>, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CannotDecide)) throw error
    return data({ conflict: { ...conflict, text: error.message } }, { status: 409 })
  }
}
