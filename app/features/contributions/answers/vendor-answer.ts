export const VENDOR_ANSWER_MAX = 1_000

/** The earliest day of an answer. */
export const FIRST_ANSWER = '1990-01-01'

/** What can be answered, as in the address of the form. */
export const ANSWERED_KINDS = ['reviews', 'change-logs'] as const
export type AnsweredKind = (typeof ANSWERED_KINDS)[number]

export const ANSWERED_NOUNS: Record<AnsweredKind, string> = { reviews: 'review', 'change-logs': 'change' }

/** The one public answer of a vendor to a review or change. */
export type ShownAnswer = { body: string; on: string; vendor: string }

export const answerPath = (kind: AnsweredKind, id: string) => `/admin/answers/${kind}/${id}`

export function findAnsweredKind(text: string | undefined): AnsweredKind | undefined {
  return ANSWERED_KINDS.find((kind) => kind === text)
}

/** Where readers find the answered review or change. */
export function answeredPath(kind: AnsweredKind, slug: string, id: string) {
  return kind === 'reviews' ? `/deals/${slug}#review-${id}` : `/deals/${slug}/changes#change-${id}`
}
