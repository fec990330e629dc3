import { findRequestContext } from '~/request-context.server'

/** Whether the current request submits a form. True also in the loaders that run after its action. */
export function isFormSubmission() {
  return findRequestContext()?.route.startsWith('POST ') ?? false
}
