import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { type Failure, failedForm, failureText, TRY_AGAIN } from './failed-form'
import type { FormResult } from './form-result'

const CHECK_CONNECTION = 'Please check your connection and try again.'

/**
 * The `clientAction` of every route with forms. When a form cannot reach the server, or the server fails, the page stays
 * with the entered values and the form shows the message; so it does after a 403 or 404. Without scripts the server's error page shows it.
 *
 * @param isOnlyFile the form has nothing but a large file, which stays selected in the page and is not read
 */
export function withFormFailure(failure: Failure, { isOnlyFile = false } = {}) {
  async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
    const sent = request.clone()
    try {
      const result = await serverAction<unknown>()
      const failed = (result as FormResult | null)?.failure
      if (failed) showToast(failed, TRY_AGAIN)
      return result
    } catch (error) {
      if (request.signal.aborted) throw error
      const refusal = findRefusal(error)
      if (!refusal && isResponse(error)) throw error
      const form = isOnlyFile ? new FormData() : await sent.formData()
      const text = failureText(failure, form)
      // fetch throws a TypeError when there was no response.
      const advice = refusal?.text ?? (error instanceof TypeError ? CHECK_CONNECTION : TRY_AGAIN)
      showToast(text, advice)
      // A response, because its status keeps the router from revalidating the page's data.
      return Response.json(failedForm(form, text, advice), { status: refusal?.status ?? 503 })
    }
  }
  return Object.assign(clientAction, { failure })
}

/** A 403 or 404, such as that of a deal that was deleted meanwhile. The page stays, so that the text can be copied. */
function findRefusal(error: unknown) {
  if (!isRouteErrorResponse(error) || (error.status !== 403 && error.status !== 404)) return
  const reason = typeof error.data === 'string' ? error.data.replace(/\.$/, '') : ''
  return { status: error.status, text: `${reason || 'Not allowed'}.` }
}

/** A redirect or a 4xx. */
function isResponse(error: unknown) {
  return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)
}

function showToast(title: string, text: string) {
  document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'error', title, text } }))
}
