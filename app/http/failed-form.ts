import { parse } from '@conform-to/react'
import type { FormResult } from './form-result'

/** FormData in the browser, URLSearchParams on the server. */
export type SentForm = FormData | URLSearchParams

/** The message when a form could not be sent or saved (spec §8). A function where several forms share a route. */
export type Failure = string | ((form: SentForm) => string)

export const TRY_AGAIN = 'Please try again in a moment.'

export function failureText(failure: Failure, form: SentForm) {
  return typeof failure === 'string' ? failure : failure(form)
}

/** For a form that saves or deletes one record. */
export function recordFailure(noun: string): Failure {
  return (form) => `Failed to ${form.get('intent') === 'delete' ? 'delete' : 'save'} ${noun.toLowerCase()}`
}

/** The result of a form that failed on our side: all entered values except passwords and files, and the message. */
export function failedForm(form: SentForm, failure: string, advice = TRY_AGAIN): NonNullable<FormResult> {
  const entered = new FormData()
  for (const [name, value] of form) if (typeof value === 'string' && !isPasswordField(name)) entered.append(name, value)
  const { status: _, ...reply } = parse(entered, { resolve: () => ({ error: {} }) }).reply()
  return { ...reply, status: 'error', error: { '': [`${failure}. ${advice}`] }, failure }
}

/** A password is never sent back to the page. */
export function isPasswordField(name: string) {
  return /password/i.test(name)
}
