import type { ShouldRevalidateFunction } from '@remix-run/react'
import { SAVE_FAILED } from '~/features/catalog/deals/deal'

/** The value of the editor's button that reads the page behind the link. */
export const FETCH_INTENT = 'fetch-from-link'

type Submitted = { get(name: string): unknown } | undefined

export const isFetchFromLink = (form: Submitted) => form?.get('intent') === FETCH_INTENT

/** The message when the editor's form could not be processed. */
export const editorFailure = (form: Submitted) => (isFetchFromLink(form) ? 'Failed to read the page' : SAVE_FAILED)

/**
 * Reading a page changes nothing. Data that is loaded after it would give the form the version of a deal that someone
 * else saved, with the values of the one before.
 */
export const unlessFetched =
  (revalidate: ShouldRevalidateFunction): ShouldRevalidateFunction =>
  (submission) =>
    !isFetchFromLink(submission.formData) && revalidate(submission)

/** The fields that a page can fill. */
export const FETCHED_FIELDS = ['title', 'vendor_name', 'summary', 'hero_image_url', 'deal_price', 'currency'] as const
export type FetchedField = (typeof FETCHED_FIELDS)[number]
export type FetchedValues = Partial<Record<FetchedField, string>>

/** The name of the button that takes the filled values back. */
export const UNDO_FETCH = 'undo_fetch'

/** The value of that button: what was filled, and the currency before. */
export const undoValue = (values: FetchedValues, currency: string) =>
  new URLSearchParams({ ...values, ...(values.currency && { was: currency }) }).toString()

/** The fields that still hold what was filled, as they were before. */
export function valuesBefore(undo: string, textOf: (field: FetchedField) => string | undefined): FetchedValues {
  const filled = new URLSearchParams(undo)
  const unchanged = FETCHED_FIELDS.filter((field) => filled.has(field) && textOf(field)?.trim() === filled.get(field))
  return Object.fromEntries(unchanged.map((field) => [field, field === 'currency' ? (filled.get('was') ?? '') : '']))
}
