import { data } from '@remix-run/node'
import { log } from '~/log.server'
import { type Failure, failedForm, failureText } from './failed-form'
import type { FormResult } from './form-result'
import { readForm } from './forms.server'
import { isUnavailable } from './load-failure.server'
import { isMultipart } from './multipart.server'

const RETRY_AFTER_SECONDS = 5

/**
 * Runs an action. When the database is unavailable, the form is returned with the entered values and the message of the
 * specification (§8), instead of an error page that loses them.
 */
export async function withFormErrors<Answer>(request: Request, failure: Failure, work: () => Promise<Answer>) {
  // An upload is a stream that can be read only once. Its fields are known when the action has read them.
  const copy = isMultipart(request) ? request : request.clone()
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const form = await readForm(copy).catch(() => new FormData())
    const text = failureText(failure, form)
    log.error({ err: error }, text)
    return data<FormResult>(failedForm(form, text), {
      status: 503,
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    })
  }
}
