import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { type Failure, failedForm, failureText, TRY_AGAIN } from './failed-form'
import type { FormResult } from './form-result'

const CHECK_CONNECTION = 'Please check your connection and try again.'

/**
 * The `clientAction` of every route with forms. When a form cannot reach the server, or the server fails, the page stays
 * with the entered values and the form shows the message. Without scripts the server's error page shows it.
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
      if (request.signal.aborted || isResponse(error)) throw error
      const form = isOnlyFile ? new FormData() : await sent.formData()
      const text = failureText(failure, form)
      // fetch throws a TypeError when there was no response.
      const advice = error instanceof TypeError ? CHECK_CONNECTION : TRY_AGAIN
      showToast(text, advice)
      // A response, because its status keeps the router from revalidating the page's data.
      return Response.json(failedForm(form, text, advice), { status: 503 })
    }
  }
  return Object.assign(clientAction, { failure })
}

/** A redirect or a 4xx. */
function isResponse(error: unknown) {
  return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)
}

function showToast(title: string, text: string) {
  document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'error', title, text } }))
}
