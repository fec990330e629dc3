import { useRouteLoaderData } from '@remix-run/react'

/** True for who is not signed in, and so meets a gate where members find a form. */
export function useIsVisitor() {
  const root = useRouteLoaderData<{ user: unknown }>('root')
  return !root?.user
}
