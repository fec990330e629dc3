import { cursorParams, inOneDirection } from '~/http/cursor'
import { isUuid } from '~/http/row-id'
import { choiceParam, defineSearch, textParam } from '~/http/search-params'
import { PROFILE_STATUSES, ROLES } from './profile'

export const USER_SEARCH_MAX = 200

/** The parameters of the staff's list of people. */
const search = defineSearch({
  q: textParam(USER_SEARCH_MAX),
  role: choiceParam(ROLES),
  status: choiceParam(PROFILE_STATUSES),
  ...cursorParams(isUuid),
})
export type UserSearch = typeof search.defaults

export const parseUserSearch = (params: URLSearchParams) => inOneDirection(search.parse(params))
export const usersPath = (asked: Partial<UserSearch>) => search.path('/admin/users', asked)
