import type { FormResult } from '~/http/form-result'

/** The result of the last moderation form: its field errors, or the conflict with another decision. */
export type VerdictResult = (NonNullable<FormResult> & { conflict?: { title: string; text: string } }) | undefined

/** The notice above the items: a conflict, or a failure to save. */
export function noticeOf(result: VerdictResult) {
  if (result?.failure) return { title: result.failure, text: result.error?.['']?.join(' ') }
  return result?.conflict
}

/** The result, if it belongs to the form of this item. */
export function resultOf(result: VerdictResult, id: string): FormResult {
  return result?.initialValue?.id === id ? result : undefined
}
