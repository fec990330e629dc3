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
    title: `${title} | ${env.SITE_NAME}`,
    description: shorten(description),
    canonical: siteUrl(path),
    image: image ?? siteUrl('/og-default.png'),
    isIndexed,
  }
}

export function siteUrl(path: string) {
  return env.SITE_URL + path
}

/** Search engines show about 160 characters; what is longer ends at a word. */
function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= 160) return line
  return `${line.slice(0, 158).replace(/\s+\S*$/, '')} …`
}
