import type { FormResult } from '~/http/form-result'

/** What the last form of a page of moderation was answered: its errors, or that somebody was faster. */
export type VerdictResult = (NonNullable<FormResult> & { conflict?: { title: string; text: string } }) | undefined

/** What the page says above its items: somebody was faster, or the decision could not be taken now. */
export function noticeOf(result: VerdictResult) {
  if (result?.failure) return { title: result.failure, text: result.error?.['']?.join(' ') }
  return result?.conflict
}

/** The answer to the form about this item, if that was the one that was sent. */
export function resultOf(result: VerdictResult, id: string): FormResult {
  return result?.initialValue?.id === id ? result : undefined
}
