import { data } from '@remix-run/node'
import { decisionFailure, type Kind, pastTense, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast, type Toast } from '~/http/toast.server'
import { type Outcome, type RequestedDecision, reasonsOf } from './decisions.server'
import { findNext } from './order.server'
import { OWN_CONTRIBUTION } from './own-contribution'
import { itemPath, lineAnchor, QUEUE_PATH } from './queue-paths'
import type { DecisionConflict } from './queue-types'

export type Answering = {
  request: Request
  staff: User
  kind: Kind
  /** Set on an item's own page. */
  id?: string
}

type Answer = {
  item: { id: string }
  outcome: Outcome
  decision?: RequestedDecision
  /** The line of the list to focus next. */
  next?: string
}

/** Goes on to the next item after a decision, or says why nothing was saved. */
export async function respond(answering: Answering, answer: Answer) {
  const { kind } = answering
  const { outcome } = answer
  const { label } = specOf(kind)
  switch (outcome.is) {
    case 'done':
      return redirectWithToast(await pathAfter(answering, answer, outcome), toastOf(kind, answer, outcome))
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

/** From an item's page on to the next item; in a list the page stays and the next line gets the focus. */
async function pathAfter({ request, staff, id }: Answering, { next }: Answer, { position }: Done) {
  if (id) {
    const following = await findNext(staff, position)
    return following ? itemPath(following.kind, following.id) : QUEUE_PATH
  }
  const { pathname, search } = new URL(request.url)
  return `${pathname.replace(/\.data$/, '')}${search}#${next ? lineAnchor(next) : 'queue'}`
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
