import { createHash } from 'node:crypto'
import { env } from '~/env.server'
import { hasOriginalName, site } from '~/site.server'
import type { FeedLink, PageHead } from './page'

export type Page = {
  /** Without the site's name, which is appended. */
  title: string
  description: string
  /** The canonical path, with the leading slash. */
  path: string
  /** Absolute URL of the Open Graph image, if not the default one. */
  image?: string
  isIndexed?: boolean
  /** Feeds of the page's content. */
  feeds?: FeedLink[]
}

/** Texts that staff wrote for a page. Null falls back to those made from the page. */
type OwnWords = {
  meta_title: string | null
  meta_description: string | null
  og_title: string | null
  og_description: string | null
}

/** The contents of a page's head, with absolute URLs. `HeadTags` makes the tags. */
export function pageHead(page: Page, own?: OwnWords): PageHead {
  const title = own?.meta_title ?? withSiteName(page.title)
  const description = own?.meta_description ?? shorten(page.description)
  return {
    title,
    description,
    shared: { title: own?.og_title ?? title, description: own?.og_description ?? description },
    canonical: siteUrl(page.path),
    image: page.image ?? siteUrl(defaultImage()),
    isIndexed: page.isIndexed ?? true,
    feeds: page.feeds ?? [],
  }
}

/** Networks cache pictures for months, so the address changes with the texts of the picture. */
function defaultImage() {
  if (hasOriginalName()) return '/og-default.png'
  const version = createHash('sha256').update(`${site.name}\n${site.tagline}`).digest('base64url').slice(0, 16)
  return `/og/site.png?v=${version}`
}

export function siteUrl(path: string) {
  return env.SITE_URL + path
}

/** A path of this site with its address; other addresses are absolute already. */
export function absoluteUrl<Address extends string | undefined>(address: Address) {
  return address?.startsWith('/') ? siteUrl(address) : address
}

/** Search engines cut titles at about 70 characters, so a long title goes without the site's name. */
function withSiteName(title: string) {
  const full = `${title} | ${site.name}`
  return full.length <= 70 ? full : title
}

/** Search engines show about 160 characters. Longer texts are cut at a word. */
function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 158).replace(/ [^ ]*$/, '')} …`
}
