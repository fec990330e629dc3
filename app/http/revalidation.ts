import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * The `shouldRevalidate` of every page whose forms may fail. Remix reloads the data after a refused form where a route
 * does not say otherwise, and that would fail too while the connection is lost, and take the page away. After a
 * conflict the page has to show what is stored now.
 */
export const revalidateAfterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus >= 400 ? actionStatus === 409 : defaultShouldRevalidate
