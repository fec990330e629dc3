import { env } from '~/env.server'

type Page = {
  /** Without the site's name, which is added. */
  title: string
  description: string
  /** The page's one address, from the slash on. */
  path: string
  image?: string
  isIndexed?: boolean
}

export type PageHead = ReturnType<typeof pageHead>

/** What the head of a page says, made where the site's own address is known; `headTags` turns it into tags. */
export function pageHead({ title, description, path, image, isIndexed = true }: Page) {
  return {
    title: withSiteName(title),
    description: shorten(description),
    canonical: siteUrl(path),
    image: image ?? siteUrl('/og-default.png'),
    isIndexed,
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
