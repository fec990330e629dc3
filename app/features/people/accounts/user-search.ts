import type { Role } from '~/db/schema'
import { choiceParam, cursorParams, defineSearch, isUuid, normalizeCursor, textParam } from '~/http/params'
import { PROFILE_STATUSES, ROLES } from './profile'

export const USER_SEARCH_MAX = 200

/**
 * The orders of the list besides the default, newest first. Dates have an index; karma has none, and a page of 100,000
 * people takes 50 ms. Names and addresses are searched instead.
 */
const USER_SORTS = ['oldest', 'karma', 'karma-asc'] as const

/** The parameters of the staff's list of people. */
const search = defineSearch({
  q: textParam(USER_SEARCH_MAX),
  role: choiceParam(ROLES),
  status: choiceParam(PROFILE_STATUSES),
  sort: choiceParam(USER_SORTS),
  ...cursorParams(isUuid),
})
export type UserSearch = typeof search.defaults
type RoleChange = { id: string; role: Role }

export const parseUserSearch = (params: URLSearchParams) => normalizeCursor(search.parse(params))
export const usersPath = (asked: Partial<UserSearch>) => search.path('/admin/users', asked)

/** The list with the row open that suspends or deletes someone. */
export function managePersonPath(asked: Partial<UserSearch>, id: string) {
  const list = search.query(asked)
  return `/admin/users?${new URLSearchParams({ manage: id })}${list && `&${list}`}#manage`
}

/** The question before someone becomes a manager or an admin; it leads back to the list as it was filtered. */
export function rolePath(asked: Partial<UserSearch>, { id, role }: RoleChange) {
  const list = search.query(asked)
  return `/admin/users/${id}/role?${new URLSearchParams({ to: role })}${list && `&${list}`}`
}
