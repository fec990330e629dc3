import type { LoaderFunctionArgs } from '@remix-run/node'
import { findUser } from '~/features/people/accounts/guards.server'

/** Open pages of signed-in people ask every half minute whether the session is still valid. */
export async function loader({ request }: LoaderFunctionArgs) {
  const isSignedIn = (await findUser(request)) !== undefined
  return Response.json({ isSignedIn }, { headers: { 'Cache-Control': 'private, no-store' } })
}
