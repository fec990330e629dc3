import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { ItemDecision } from '~/features/contributions/kinds/kind-rules.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { decide } from '~/features/staff/queue/decide.server'
import type { ItemKey } from '~/features/staff/queue/item'
import { findItemRow } from '~/features/staff/queue/items.server'
import { describe } from '~/features/staff/queue/rules.server'
import { undo } from '~/features/staff/queue/undo.server'
import {
  makeAvailabilityReport,
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeFollowUp,
  makeProfile,
  makeProof,
  makeReview,
  makeSuggestion,
} from './factories'
import { makeDealAlert, makeReviewAlert } from './staff-factories'

type Given = { author?: string; deal_id?: string; body?: string; created_at?: Date }

/** Makes one waiting item of each kind. */
export const MAKE_WAITING: Record<Kind, (given?: Given) => Promise<{ id: string }>> = {
  review: ({ author, ...given } = {}) => makeReview({ ...given, user_id: author }),
  follow_up: async ({ author, ...given } = {}) => {
    const review = await makeReview({ status: 'APPROVED', ...(given.deal_id && { deal_id: given.deal_id }) })
    return makeFollowUp({ ...given, review, user_id: author })
  },
  purchase_proof: ({ author, body: _none, ...given } = {}) => makeProof({ ...given, user_id: author }),
  comment: ({ author, ...given } = {}) => makeComment({ ...given, user_id: author }),
  change_log: ({ author, body, ...given } = {}) =>
    makeChangeLog({ ...given, reported_by_user_id: author, ...(body !== undefined && { description: body }) }),
  contact_message: ({ author, deal_id: _none, ...given } = {}) => makeContactMessage({ ...given, user_id: author }),
  suggestion: ({ author, deal_id: _none, ...given } = {}) => makeSuggestion({ ...given, user_id: author }),
  review_report: async ({ author, body, created_at, deal_id } = {}) => {
    // The review is somebody else's, so that what it earned is not counted with the reports.
    const review = await makeReview({ status: 'APPROVED', ...(body && { body }), ...(deal_id && { deal_id }) })
    return makeReviewAlert({ review, author_id: author, created_at })
  },
  ended_report: makeEndedReport,
  broken_link: async ({ created_at } = {}) => makeDealAlert({ kind: 'BROKEN_LINK', created_at }),
  page_difference: async ({ created_at } = {}) => makeDealAlert({ kind: 'PAGE_DIFFERENCE', created_at }),
}

/** Kinds that no single member sends: nobody is their author. */
export const ALERTS: Kind[] = ['ended_report', 'broken_link', 'page_difference']

/** Two members say that a deal has ended. */
async function makeEndedReport({ created_at }: Given = {}) {
  const alert = await makeDealAlert({ kind: 'ENDED_REPORTS', created_at })
  await makeAvailabilityReport({ deal_id: alert.deal_id })
  await makeAvailabilityReport({ deal_id: alert.deal_id })
  return alert
}

export const makeStaff = (role: 'MANAGER' | 'ADMIN' = 'MANAGER', name = 'Mira') =>
  makeProfile({ role, name }) as Promise<User>

/** An item as the screens describe it. */
export async function findItem(key: ItemKey) {
  const row = await findItemRow(key)
  return row && { ...row, ...describe(row) }
}

/** The item as a moderator has loaded it. */
export async function loadedItem(kind: Kind, id: string) {
  const { version, status } = (await findItemRow({ kind, id }))!
  return { id, version, status }
}

type Outcome = { is: 'done'; decision?: string } | { is: 'conflict'; text: string } | { is: number }

/** What came of a decision or an undo: done, a conflict with its sentence, or the status of the answer. */
export async function outcomeOf(deciding: Promise<unknown>): Promise<Outcome> {
  try {
    const decision = await deciding
    return { is: 'done', ...(typeof decision === 'string' && { decision }) }
  } catch (error) {
    if (error instanceof CannotDecide) return { is: 'conflict', text: error.message }
    if (error instanceof Response) return { is: error.status }
    throw error
  }
}

type Deciding = { kind: Kind; staff: User; item: { id: string; version: number }; decision: ItemDecision }

export function decideItem({ kind, staff, item, decision }: Deciding) {
  return outcomeOf(inTransaction((trx) => decide(trx, staff, { ...item, kind }, decision)))
}

/** Loads an item and decides on it. */
export async function decideOn(kind: Kind, staff: User, id: string, decision: ItemDecision = { to: 'APPROVED' }) {
  return decideItem({ kind, staff, item: await loadedItem(kind, id), decision })
}

/** Undoes the last decision on an item, as its history does. */
export const reopen = (staff: User, kind: Kind, id: string) => outcomeOf(undo(staff, { kind, id }))

/** Undoes the last recorded decision on an item, as the toast does. */
export async function undoLast(staff: User, id: string) {
  const decision = (await decisionsOn(id)).at(-1)!.id
  return outcomeOf(undo(staff, { decision }))
}

export async function auditOf(id: string) {
  const entries = db.selectFrom('audit_log').select(['action', 'actor_id', 'detail']).where('entity_id', '=', id)
  return entries.orderBy('id').execute()
}

export async function decisionsOn(id: string) {
  return db.selectFrom('decisions').selectAll().where('subject_id', '=', id).orderBy('decided_at').execute()
}

/** The item as long as it waits. */
export async function waitingItem(id: string) {
  const items = db.selectFrom('moderation_items').select(['kind', 'rank', 'waiting_since', 'deal_id', 'author_id'])
  return items.where('id', '=', id).where('status', '=', 'PENDING').executeTakeFirst()
}

export async function notificationsOf(userId: string) {
  return db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function karmaOf(id: string) {
  return (await db.selectFrom('profiles').select('karma').where('id', '=', id).executeTakeFirstOrThrow()).karma
}
