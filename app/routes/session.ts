import type { LoaderFunctionArgs } from '@remix-run/node'
import { findUser } from '~/features/accounts/guards.server'

/** What the open pages of a signed-in person ask every half minute. */
export async function loader({ request }: LoaderFunctionArgs) {
  const isSignedIn = (await findUser(request)) !== undefined
  return Response.json({ isSignedIn }, { headers: { 'Cache-Control': 'private, no-store' } })
}
