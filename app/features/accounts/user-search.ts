import type { ProfileStatus, Role } from '~/db/schema'
import { type Cursor, isUuid, parseCursor } from '~/http/cursor'
import { PROFILE_STATUSES, ROLES } from './profile'

export const USER_SEARCH_MAX = 200

/** What the address of the staff's list of people asks for; an empty text asks for nothing. */
export type UserSearch = { q: string; role: Role | ''; status: ProfileStatus | ''; turn: Cursor }

/** Reads a query string. Whatever is unknown counts as not given, so that no address fails. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  return {
    q: (params.get('q') ?? '')
      .replace(/[\p{Cc}\p{Surrogate}]/gu, '')
      .trim()
      .slice(0, USER_SEARCH_MAX),
    role: ROLES.find((role) => role === params.get('role')) ?? '',
    status: PROFILE_STATUSES.find((status) => status === params.get('status')) ?? '',
    turn: parseCursor(params, isUuid),
  }
}

/** The address of such a list, with nothing in it that is the default. */
export function usersPath({ q, role, status, turn }: UserSearch) {
  const asked = Object.entries({ q, role, status, ...turn }).filter(([, value]) => value)
  return asked.length > 0 ? `/admin/users?${new URLSearchParams(Object.fromEntries(asked))}` : '/admin/users'
}
