import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * The `shouldRevalidate` of every page with forms. By default Remix revalidates after a failed form; while offline that
 * would fail too and replace the page with an error. After a conflict (409) the page must show the stored data. A form
 * with a `step` only asks something on the way, and changes nothing that would have to be loaded again.
 */
export const revalidateAfterConflict: ShouldRevalidateFunction = (submission) => {
  const { actionStatus = 200, formData, defaultShouldRevalidate } = submission
  if (formData?.has('step')) return false
  return actionStatus >= 400 ? actionStatus === 409 : defaultShouldRevalidate
}
