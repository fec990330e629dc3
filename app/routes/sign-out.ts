import type { ActionFunctionArgs } from '@remix-run/node'
import { endSession } from '~/features/accounts/sessions.server'
import { redirectWithToast } from '~/http/toast.server'

/** A link or a picture cannot sign anybody out. */
export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

export async function action({ request }: ActionFunctionArgs) {
  try {
    const headers = new Headers({ 'Set-Cookie': await endSession(request) })
    return await redirectWithToast('/', { tone: 'success', title: 'Signed out successfully' }, headers)
  } catch (error) {
    console.error('A session could not be ended:', (error as Error).message)
    return redirectWithToast('/account', { tone: 'error', title: 'Error signing out' })
  }
}
