import type { ShouldRevalidateFunction } from '@remix-run/react'

/** The `shouldRevalidate` of a page whose action may find that something else is stored than the page showed. */
export const revalidateAfterConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate
