import type { Decision } from '~/db/schema'
import { KINDS, specOf } from '~/features/contributions/kinds/kinds'

/** The kinds in the public list of decisions. */
export const PUBLIC_KINDS = KINDS.filter((kind) => specOf(kind).isPublic)

export const DECISION_LABELS: Record<Decision, string> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CHANGES_REQUESTED: 'Changes requested',
}

/** How many of the newest decisions are listed, and how many of them at first. */
export const DECISIONS_MAX = 200
export const DECISIONS_FIRST = 10

/** A share of fewer decisions says nothing. */
export const DECISIONS_FOR_SHARE = 10

/** "91.6%", or undefined for a small sample. */
export function shareApproved({ approved, rejected }: { approved: number; rejected: number }) {
  const decided = approved + rejected
  return decided < DECISIONS_FOR_SHARE ? undefined : `${((approved / decided) * 100).toFixed(1)}%`
}

/** "19", "less than 1". */
export function formatHours(hours: number) {
  return hours < 0.5 ? 'less than 1' : Math.round(hours).toLocaleString('en-US')
}
