import { useRouteLoaderData } from '@remix-run/react'
import type { User } from './guards.server'

type Member = Pick<User, 'id' | 'name' | 'role' | 'status' | 'needsSecondFactor'> & { unread: number }

/** The signed-in user as the root's loader sends them; undefined for visitors. */
export function useCurrentUser() {
  return useRouteLoaderData<{ user: Member | null }>('root')?.user ?? undefined
}
