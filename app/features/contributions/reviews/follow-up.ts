import type { FollowUpAnswer } from '~/db/schema'

export const FOLLOW_UP_LIMITS = { body: 500 } as const

/** How many months after the purchase authors are asked. */
export const MILESTONES = [6, 12, 24, 36] as const

/** The answers to "Still using it?", in the order of the form. */
export const ANSWERS = ['YES', 'SOMETIMES', 'NO', 'GONE'] as const satisfies FollowUpAnswer[]

export const ANSWER_LABELS: Record<FollowUpAnswer, string> = {
  YES: 'Yes',
  SOMETIMES: 'Sometimes',
  NO: 'No',
  GONE: 'It no longer exists',
}

/** The heading of an answer below its review. */
export function answerTitle(answer: FollowUpAnswer) {
  return answer === 'GONE' ? 'It no longer exists' : `Still using: ${ANSWER_LABELS[answer].toLowerCase()}`
}

const USES: Record<FollowUpAnswer, string> = {
  YES: 'still using',
  SOMETIMES: 'sometimes using',
  NO: 'no longer using',
  GONE: 'it no longer exists',
}

/** The newest answer, and for how long the product has been owned, if that is known and it was not refunded. */
export type Ownership = { last_answer: FollowUpAnswer | null; owned_months: number | null }

/** "Owned 14 months, still using"; undefined before the first answer. */
export function describeOwnership({ last_answer, owned_months }: Ownership) {
  if (last_answer === null) return undefined
  const use = USES[last_answer]
  if (!owned_months) return `${use[0]!.toUpperCase()}${use.slice(1)}`
  return `Owned ${owned_months} ${owned_months === 1 ? 'month' : 'months'}, ${use}`
}
