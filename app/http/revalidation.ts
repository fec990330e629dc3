import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * The `shouldRevalidate` of every page with forms. By default Remix revalidates after a failed form; while offline that
 * would fail too and replace the page with an error. After a conflict (409) the page must show the stored data.
 */
export const revalidateAfterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus >= 400 ? actionStatus === 409 : defaultShouldRevalidate
