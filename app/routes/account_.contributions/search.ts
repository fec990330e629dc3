import { choiceParam, defineSearch, pageParam } from '~/http/params'

const GROUPS = ['turn', 'waiting', 'decided'] as const

/** The parameters of the page: one group in full, or the first of each, and the page of the group. */
const search = defineSearch({ view: choiceParam(GROUPS), page: pageParam })

export const parseContributionsSearch = (url: string) => search.parse(new URL(url).searchParams)
export const contributionsPath = (asked: Partial<typeof search.defaults>) =>
  search.path('/account/contributions', asked)
