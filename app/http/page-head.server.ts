import { env } from '~/env.server'
import type { FeedLink } from './feed-types'

export type Page = {
  /** Without the site's name, which is added. */
  title: string
  description: string
  /** The page's one address, from the slash on. */
  path: string
  /** For who shares the page, where it differs: a whole address. */
  image?: string
  isIndexed?: boolean
  /** The same content in forms that programs read. */
  feeds?: FeedLink[]
}

/** Words written for one page by hand; what is null or missing is made from the page. */
export type OwnWords = {
  meta_title: string | null
  meta_description: string | null
  og_title: string | null
  og_description: string | null
}

export type PageHead = ReturnType<typeof pageHead>

/** What the head of a page says, made where the site's own address is known; `headTags` turns it into tags. */
export function pageHead(page: Page, own?: OwnWords) {
  const title = own?.meta_title ?? withSiteName(page.title)
  const description = own?.meta_description ?? shorten(page.description)
  return {
    title,
    description,
    shared: { title: own?.og_title ?? title, description: own?.og_description ?? description },
    canonical: siteUrl(page.path),
    image: page.image ?? siteUrl('/og-default.png'),
    isIndexed: page.isIndexed ?? true,
    feeds: page.feeds ?? [],
  }
}

export function siteUrl(path: string) {
  return env.SITE_URL + path
}

/** Search engines cut a title after about 70 characters; then the deal matters more than the site. */
function withSiteName(title: string) {
  const full = `${title} | ${env.SITE_NAME}`
  return full.length <= 70 ? full : title
}

/** Search engines show about 160 characters; what is longer ends at a word. */
function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 158).replace(/\s+\S*$/, '')} …`
}
