import { defineSearch, isUuid, pageParam } from '~/http/params'

/** The page of the saved deals, the deal that is shown first and open, and the page of the other followed things. */
const search = defineSearch({
  deal: { default: '', parse: (text: string) => (isUuid(text) ? text : undefined) },
  page: pageParam,
  others: pageParam,
})
export type FollowingSearch = typeof search.defaults

export const parseFollowingSearch = (url: string) => search.parse(new URL(url).searchParams)
export const followingPath = (asked: Partial<FollowingSearch>) => search.path('/account/following', asked)
