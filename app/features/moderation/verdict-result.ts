import type { FormResult } from '~/http/form-result'

/** What the last form of a page of moderation was answered: its errors, or that somebody was faster. */
export type VerdictResult = FormResult | { conflict: { title: string; text: string } }

export function conflictOf(result: VerdictResult) {
  return result && 'conflict' in result ? result.conflict : undefined
}

/** The errors of the form about this item, if that was the one that was sent. */
export function resultOf(result: VerdictResult, id: string): FormResult {
  if (!result || 'conflict' in result) return undefined
  return result.initialValue?.id === id ? result : undefined
}
