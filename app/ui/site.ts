import { useRouteLoaderData } from '@remix-run/react'

type SiteImage = { src: string; width?: number; height?: number } | null

export type SiteLook = {
  siteName: string
  footerTagline: string
  outsideLinks: { label: string; url: string }[]
  /** Null without an uploaded one. */
  logo: { light: SiteImage; dark: SiteImage } | null
  /** The path of an uploaded icon. */
  icon: string | null
  /** Of pages that staff wrote, with the head of their column. */
  footerLinks: { head: string; to: string; label: string }[]
}

/** As the program comes. */
export const ORIGINAL_SITE: SiteLook = {
  siteName: 'Lifetime Ledger',
  footerTagline: 'Your trusted source for discovering lifetime software deals.',
  outsideLinks: [],
  logo: null,
  icon: null,
  footerLinks: [],
}

/** Name, logo and footer of the site, from the loader of the root; those of the program where that failed. */
export function useSite(): SiteLook {
  return { ...ORIGINAL_SITE, ...useRouteLoaderData<SiteLook>('root') }
}
