import type { SubmissionResult } from '@conform-to/react'

/**
 * What an action returned with `invalid`. Undefined before the form was submitted. `failure` is set when the form could
 * not be processed at all.
 */
export type FormResult = (SubmissionResult & { failure?: string }) | undefined

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
      defaultValue: fieldValue(
        submitted,
        name,
        typeof value === 'string' || typeof value === 'number' ? `${value}` : '',
      ),
      errors: errorsOf(result, name),
    }
  }
}
