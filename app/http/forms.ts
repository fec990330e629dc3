import { parse, type SubmissionResult } from '@conform-to/react'
import { type ClientActionFunctionArgs, isRouteErrorResponse, type ShouldRevalidateFunction } from '@remix-run/react'

/**
 * What an action returned with `invalid`. Undefined before the form was submitted. `failure` is set when the form could
 * not be processed at all, `asksPassword` when it has to be sent again with the password.
 */
export type FormResult = (SubmissionResult & { failure?: string; asksPassword?: boolean }) | undefined

export function submittedValue(result: FormResult, name: string) {
  const value = result?.initialValue?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of checkboxes that share a name. */
export function submittedList(result: FormResult, name: string): unknown[] {
  return [result?.initialValue?.[name] ?? []].flat()
}

/** The initial value of a field: the stored value, or the submitted one after an error. */
export function fieldValue(result: FormResult, name: string, stored: string | undefined) {
  return result ? (submittedValue(result, name) ?? '') : stored
}

export function errorsOf(result: FormResult, name: string) {
  return result?.error?.[name] ?? undefined
}

/** The lines of the error summary above a form. `id` is that of the control with the error. */
export function summaryOf(result: FormResult, prefix = '') {
  return Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? prefix + name : undefined, message })),
  )
}

/** Returns a function that makes the props of a text field by its name: id, name, initial value and errors. */
export function fieldsOf<Row extends object>(result: FormResult, stored: Row | undefined) {
  // After a rejected deletion the result has no fields of this form.
  const submitted = submittedValue(result, 'intent') === 'delete' ? undefined : result
  return (name: keyof Row & string) => {
    const value = stored?.[name]
    return {
      id: name,
      name,
      defaultValue: fieldValue(submitted, name, initialText(value)),
      errors: errorsOf(result, name),
    }
  }
}

/** A checkbox that is on is submitted as "on". */
function initialText(value: unknown) {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

/** FormData in the browser, URLSearchParams on the server. */
export type SentForm = FormData | URLSearchParams

/** The message when a form could not be sent or saved (spec §8). A function where several forms share a route. */
export type Failure = string | ((form: SentForm) => string)

const TRY_AGAIN = 'Please try again in a moment.'

export function failureText(failure: Failure, form: SentForm) {
  return typeof failure === 'string' ? failure : failure(form)
}

/** For a form that saves or deletes one record. */
export function recordFailure(noun: string): Failure {
  return (form) => `Failed to ${form.get('intent') === 'delete' ? 'delete' : 'save'} ${noun.toLowerCase()}`
}

/** The title of a failure on a deal page (spec §8). */
export const ERROR_TITLE = 'Error'

/** The title above the errors of such a form, unless they are about its fields. */
export function submissionErrorTitle(result: FormResult) {
  if (result?.failure) return ERROR_TITLE
  return errorsOf(result, '') && 'Not submitted yet'
}

/** The result of a form that failed on our side. */
export function failedForm(form: SentForm, failure: string, advice = TRY_AGAIN): NonNullable<FormResult> {
  return { ...returnedForm(form, { '': [`${failure}. ${advice}`] }), failure }
}

/** The result of a form that is not processed: errors, and all entered values except passwords and files. */
export function returnedForm(form: SentForm, error: Record<string, string[]>): NonNullable<FormResult> {
  const entered = new FormData()
  for (const [name, value] of form) if (typeof value === 'string' && !isPasswordField(name)) entered.append(name, value)
  const { status: _, ...reply } = parse(entered, { resolve: () => ({ error: {} }) }).reply()
  return { ...reply, status: 'error', error }
}

/** A password is never sent back to the page. */
export function isPasswordField(name: string) {
  return /password/i.test(name)
}

const CHECK_CONNECTION = 'Please check your connection and try again.'

type FailureOptions = { isOnlyFile?: boolean; title?: string }

/**
 * The `clientAction` of every route with forms. When a form cannot reach the server, or the server fails, the page stays
 * with the entered values and the form shows the message; so it does after a 403 or 404. Without scripts the server's error page shows it.
 *
 * @param isOnlyFile the form has nothing but a large file, which stays selected in the page and is not read
 * @param title of the toast, whose text is the message then
 */
export function withFormFailure(failure: Failure, { isOnlyFile = false, title }: FailureOptions = {}) {
  const say = (text: string, advice: string) =>
    title ? showToast(title, `${text}. ${advice}`) : showToast(text, advice)
  async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
    const sent = request.clone()
    try {
      const result = await serverAction<unknown>()
      const failed = (result as FormResult | null)?.failure
      if (failed) say(failed, TRY_AGAIN)
      return result
    } catch (error) {
      if (request.signal.aborted) throw error
      const refusal = findRefusal(error)
      if (!refusal && isResponse(error)) throw error
      const form = isOnlyFile ? new FormData() : await sent.formData()
      const text = failureText(failure, form)
      // fetch throws a TypeError when there was no response.
      const advice = refusal?.text ?? (error instanceof TypeError ? CHECK_CONNECTION : TRY_AGAIN)
      say(text, advice)
      // A response, because after its status the router does not revalidate the page's data.
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

/**
 * The `shouldRevalidate` of every page with forms. By default Remix revalidates after a failed form; while offline that
 * would fail too and replace the page with an error. After a conflict (409) the page must show the stored data. A form
 * with a `step` only asks something on the way, and changes nothing that would have to be loaded again.
 */
export const revalidateAfterConflict: ShouldRevalidateFunction = (submission) => {
  const { actionStatus = 200, formData, defaultShouldRevalidate } = submission
  if (formData?.has('step')) return false
  return actionStatus >= 400 ? actionStatus === 409 : defaultShouldRevalidate
}

/** Why a submitted value is not accepted, in words that follow the label of the field. */
export class ValueError {
  constructor(readonly words: string) {}
}

/** Converts a submitted value, trimmed and not empty, to the stored one. */
export type Parser<Value = string> = (submitted: string) => Value | ValueError
