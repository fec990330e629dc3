import { choiceParam, defineSearch, pageParam } from '~/http/params'

/** The orders of reviews besides the default, newest first. */
const REVIEW_SORTS = ['helpful', 'oldest', 'highest', 'lowest'] as const
const REVIEW_FILTERS = ['checked', 'owned'] as const
export const REVIEW_SORT_LABELS = {
  '': 'Newest',
  helpful: 'Most helpful',
  oldest: 'Oldest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
} as const

const search = defineSearch({
  sort: choiceParam(REVIEW_SORTS),
  /** Of checked purchases, or of those who owned it for 6 months. */
  only: choiceParam(REVIEW_FILTERS),
  stars: choiceParam(['5', '4', '3', '2', '1']),
  page: pageParam,
})
export type ReviewSearch = typeof search.defaults

export const parseReviewSearch = (url: string) => search.parse(new URL(url).searchParams)

/** The page of a deal with its reviews in this order. */
export function reviewsPath(slug: string, asked: Partial<ReviewSearch> = {}) {
  return `${search.path(`/deals/${slug}`, asked)}#record`
}
