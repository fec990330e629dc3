import type { ShouldRevalidateFunction } from '@remix-run/react'

/** Somebody was faster, so what the page shows is no longer so. Remix would keep it after a 4xx. */
export const reloadAfterConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate
