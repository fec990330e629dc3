import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { type Failure, failedForm, failureText, TRY_AGAIN } from './failed-form'
import type { FormResult } from './form-result'

const CHECK_CONNECTION = 'Please check your connection and try again.'

/**
 * The `clientAction` of every route that takes forms. A form that did not reach the server, or that the server could
 * not answer, leaves the page as it is: what was typed stays, and the form says what failed. The server's own fallback
 * for browsers without scripts reads the text from the same place.
 */
export function withFormFailure(failure: Failure) {
  async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
    const sent = request.clone()
    try {
      const answer = await serverAction<unknown>()
      const failed = (answer as FormResult | null)?.failure
      if (failed) showToast(failed, TRY_AGAIN)
      return answer
    } catch (error) {
      if (request.signal.aborted || isResponse(error)) throw error
      const form = await readFields(sent)
      const text = failureText(failure, form)
      // What fetch throws when there was no answer at all.
      const advice = error instanceof TypeError ? CHECK_CONNECTION : TRY_AGAIN
      showToast(text, advice)
      // As a response, because only its status keeps the router from loading the page's data again.
      return Response.json(failedForm(form, text, advice), { status: 503 })
    }
  }
  return Object.assign(clientAction, { failure })
}

/** A redirect, or an answer about this request: missing, forbidden and the like. */
function isResponse(error: unknown) {
  return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)
}

/** A file stays chosen in the page. It may have 100 MB and is not read again. */
async function readFields(request: Request) {
  const isUpload = request.headers.get('Content-Type')?.startsWith('multipart/')
  return isUpload ? new FormData() : request.formData()
}

function showToast(title: string, text: string) {
  document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'error', title, text } }))
}
