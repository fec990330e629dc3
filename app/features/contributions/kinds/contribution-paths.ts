import type { ContributionKind } from './kinds'

type Paths = {
  /** The tab of the deal page that shows it. */
  tab: string
  /** At the start of its anchor there. */
  anchor?: string
  /** What opens its form, with its id. Nothing can be edited without one. */
  form?: (id: string, tab: string) => string
}

const openReviewForm: Paths['form'] = (_, tab) => `${tab}#review-form`

const PATHS: Record<ContributionKind, Paths> = {
  review: { tab: '', anchor: 'review', form: openReviewForm },
  follow_up: { tab: '', anchor: 'review', form: (id) => `/still/${id}?edit=1` },
  purchase_proof: { tab: '', form: openReviewForm },
  change_log: { tab: '/changes', anchor: 'change', form: (id, tab) => `${tab}?edit=${id}#report` },
  comment: { tab: '/comments', anchor: 'comment', form: (id, tab) => `${tab}?edit=${id}#comment` },
  // There is nothing to correct: another one can be sent.
  suggestion: { tab: '' },
}

/** The tab of the deal page that shows a contribution. */
export const tabPath = (kind: ContributionKind, slug: string) => `/deals/${slug}${PATHS[kind].tab}`

/** The contribution on the deal page. `id`: its own or, of a review or an update, that of the review. */
export function shownPath(kind: ContributionKind, slug: string, id?: string) {
  const { anchor } = PATHS[kind]
  return `${tabPath(kind, slug)}#${anchor && id ? `${anchor}-${id}` : 'record'}`
}

/** The form of a contribution with its text. Undefined for a kind that cannot be edited. */
export const editPath = (kind: ContributionKind, slug: string, id: string) =>
  PATHS[kind].form?.(id, tabPath(kind, slug))
