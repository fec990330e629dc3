import { useRouteLoaderData } from '@remix-run/react'
import type { User } from './guards.server'

/** The signed-in user as the root's loader sends them; undefined for visitors. */
export function useCurrentUser() {
  return useRouteLoaderData<{ user: Pick<User, 'id' | 'name' | 'role' | 'status'> | null }>('root')?.user ?? undefined
}
