import { data } from '@remix-run/node'
import { log } from '~/log.server'
import { type Failure, type FormResult, failedForm, failureText } from './forms'
import { RejectedForm, readForm } from './forms.server'
import { isMultipart } from './multipart.server'
import { isUnavailable, retryAfterHeader } from './responses.server'
import { isDocumentRequest, redirectWithToast, respondWithToast, type Toast } from './toast.server'

const RETRY_AFTER_SECONDS = 5

/**
 * Runs an action. When the database is unavailable, the form is returned with the entered values and the message of the
 * specification (§8), instead of an error page that loses them; so is a form that a guard rejected.
 */
export async function withFormErrors<Answer>(request: Request, failure: Failure, work: () => Promise<Answer>) {
  // An upload is a stream that can be read only once. Its fields are known when the action has read them.
  const copy = isMultipart(request) ? request : request.clone()
  try {
    return await work()
  } catch (error) {
    if (error instanceof RejectedForm) return error.answer
    if (!isUnavailable(error)) throw error
    const form = await readForm(copy).catch(() => new FormData())
    const text = failureText(failure, form)
    log.error({ err: error }, text)
    return data<FormResult>(failedForm(form, text), {
      status: 503,
      headers: retryAfterHeader(RETRY_AFTER_SECONDS),
    })
  }
}

/**
 * Runs the action of a route without a page: a toast shows the result, also when the database is
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
