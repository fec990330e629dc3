import type { ActionFunctionArgs } from '@remix-run/node'
import { endSession } from '~/features/people/sessions/sessions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { onlyPost } from '~/http/responses.server'
import { isDocumentRequest, redirectWithToast } from '~/http/toast.server'
import { log } from '~/log.server'

/** A link or a picture cannot sign anyone out. */
export const loader = onlyPost

export async function action({ request }: ActionFunctionArgs) {
  await readForm(request)
  try {
    const headers = new Headers({ 'Set-Cookie': await endSession(request) })
    return await redirectWithToast('/', { tone: 'success', title: 'Signed out successfully' }, headers)
  } catch (error) {
    // Where scripts run, the page stays and says so itself.
    if (!isDocumentRequest(request)) throw error
    log.error({ err: error }, 'A session could not be ended')
    return redirectWithToast('/account', { tone: 'error', title: 'Error signing out' })
  }
}

export const clientAction = withFormFailure('Error signing out')
