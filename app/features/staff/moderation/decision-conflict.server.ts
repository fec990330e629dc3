import type { Decision as DecisionName } from '~/db/schema'
import { pastTense } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { formatAgo } from '~/ui/relative-time'
import type { DecisionConflict } from './queue-types'
import { claimOf, type SubjectRow } from './subjects.server'

/** Why a decision was not saved; the form that was sent adds the rest. */
export type Conflict = Pick<DecisionConflict, 'text' | 'other' | 'claim'>

/** Says why the decision was not saved. */
export function describeConflict(now: SubjectRow, staff: User): Conflict {
  if (now.status === 'PENDING') return describePending(now, staff)
  const decider = now.moderated_by === staff.id ? 'you' : (now.moderator ?? 'someone else')
  const { moderated_at, kind } = now
  const decision = now.status satisfies DecisionName
  const when = moderated_at ? ` ${formatAgo(moderated_at)}` : ''
  return {
    text: `Already ${pastTense(kind, decision)} by ${decider}${when}.`,
    ...(moderated_at && {
      other: { by: decider, decision, done: pastTense(kind, decision), at: moderated_at, reason: now.reason },
    }),
  }
}

function describePending(now: SubjectRow, staff: User): Conflict {
  if (now.kind === 'purchase_proof' && now.rank === null)
    return { text: 'It waits with its review. Decide on it there.' }
  const claim = claimOf(now, staff)
  if (!claim || claim.isMine) return { text: 'It was edited in the meantime. Read it again.' }
  return { text: `${claim.by} opened this ${formatAgo(claim.since)}. Take over to decide.`, claim }
}
