import type { SubmissionResult } from '@conform-to/react'

/**
 * What an action sent back with `invalid`, or what a page has before anything was sent. `failure` is there when the
 * form could not be processed at all.
 */
export type FormResult = (SubmissionResult & { failure?: string }) | undefined

export function submittedValue(result: FormResult, name: string) {
  const value = result?.initialValue?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of boxes that share a name. */
export function submittedList(result: FormResult, name: string): unknown[] {
  return [result?.initialValue?.[name] ?? []].flat()
}

/** What a field begins with: what is saved, or what was typed once the form came back. */
export function fieldValue(result: FormResult, name: string, saved: string | undefined) {
  return result ? (submittedValue(result, name) ?? '') : saved
}

export function errorsOf(result: FormResult, name: string) {
  return result?.error?.[name] ?? undefined
}

/** The lines of the summary above a form; those about a field lead to the control with the same id as its name. */
export function summaryOf(result: FormResult, prefix = '') {
  return Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? prefix + name : undefined, message })),
  )
}

/** What each text field of a form begins with: its name, what is in it and what is wrong with it. */
export function fieldsOf<Row extends object>(result: FormResult, stored: Row | undefined) {
  // A refused deletion comes back without the fields of the other form.
  const typed = submittedValue(result, 'intent') === 'delete' ? undefined : result
  return (name: keyof Row & string) => {
    const saved = stored?.[name]
    return {
      id: name,
      name,
      defaultValue: fieldValue(typed, name, typeof saved === 'string' ? saved : ''),
      errors: errorsOf(result, name),
    }
  }
}
