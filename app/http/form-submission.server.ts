import { findRequestContext } from '~/request-context.server'

/** Whether the visitor sent a form, also where a loader reads the page around its answer. */
export function isFormSubmission() {
  return findRequestContext()?.route.startsWith('POST ') ?? false
}
