import { useRouteLoaderData } from '@remix-run/react'

export type SiteLook = {
  siteName: string
  footerTagline: string
  outsideLinks: { label: string; url: string }[]
  /** Of pages that staff wrote, with the head of their column. */
  footerLinks: { head: string; to: string; label: string }[]
}

/** As the program comes. */
export const ORIGINAL_SITE: SiteLook = {
  siteName: 'Lifetime Ledger',
  footerTagline: 'Your trusted source for discovering lifetime software deals.',
  outsideLinks: [],
  footerLinks: [],
}

/** Name and footer of the site, from the loader of the root; those of the program where that failed. */
export function useSite(): SiteLook {
  return { ...ORIGINAL_SITE, ...useRouteLoaderData<SiteLook>('root') }
}
