import { parse } from '@conform-to/react'
import type { FormResult } from './form-result'

/** The browser has the one, the server reads the other. */
export type SentForm = FormData | URLSearchParams

/** What a form says when it could not be sent or saved (spec §8); a function where several forms share an address. */
export type Failure = string | ((form: SentForm) => string)

export const TRY_AGAIN = 'Please try again in a moment.'

export function failureText(failure: Failure, form: SentForm) {
  return typeof failure === 'string' ? failure : failure(form)
}

/** For the form of one row, which saves and deletes. */
export function recordFailure(noun: string): Failure {
  return (form) => `Failed to ${form.get('intent') === 'delete' ? 'delete' : 'save'} ${noun.toLowerCase()}`
}

/** The answer of a form that failed for no fault of its sender: everything typed, except passwords and files. */
export function failedForm(form: SentForm, failure: string, advice = TRY_AGAIN): NonNullable<FormResult> {
  const kept = new FormData()
  for (const [name, value] of form) if (typeof value === 'string' && !isPasswordField(name)) kept.append(name, value)
  const { status: _, ...reply } = parse(kept, { resolve: () => ({ error: {} }) }).reply()
  return { ...reply, status: 'error', error: { '': [`${failure}. ${advice}`] }, failure }
}

/** A password is never sent back to the page. */
export function isPasswordField(name: string) {
  return /password/i.test(name)
}
