import { withFormErrors } from './form-errors.server'
import { isDocumentRequest, redirectWithToast, respondWithToast, type Toast } from './toast.server'

/**
 * Runs the action of an address that has no page of its own: a toast says how it went, also when the database is
 * unavailable and there is no form that could show the error.
 */
export async function withToast(
  request: Request,
  { returnTo, failure }: { returnTo: string; failure: string },
  work: () => Promise<Toast>,
) {
  const answer = await withFormErrors(request, failure, async () => respondWithToast(request, returnTo, await work()))
  const isLost = 'data' in answer && answer.data?.failure && isDocumentRequest(request)
  return isLost ? redirectWithToast(returnTo, { tone: 'error', title: failure }) : answer
}
