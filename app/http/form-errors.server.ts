import { data } from '@remix-run/node'
import { classifyDbError } from '~/db/db-error.server'
import { log } from '~/log.server'
import { type Failure, failedForm, failureText } from './failed-form'
import type { FormResult } from './form-result'
import { readForm } from './forms.server'

const RETRY_AFTER_SECONDS = 5

/**
 * Does what a form asks for. When the database cannot do it now, the form comes back with what was typed and with the
 * words of the specification (§8), instead of a page on which the text is lost.
 */
export async function withFormErrors<Answer>(request: Request, failure: Failure, work: () => Promise<Answer>) {
  // An upload is read as a stream, once, and has no fields to give back.
  const isUpload = /^multipart\//i.test(request.headers.get('Content-Type') ?? '')
  const copy = isUpload ? undefined : request.clone()
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const form = copy ? await readForm(copy) : new FormData()
    const text = failureText(failure, form)
    log.error({ err: error }, text)
    return data<FormResult>(failedForm(form, text), {
      status: 503,
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    })
  }
}

export function isUnavailable(error: unknown) {
  return error instanceof Response ? error.status === 503 : classifyDbError(error) === 'database'
}
