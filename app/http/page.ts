import type { MetaDescriptor } from '@remix-run/react'

/** The media types that feeds are announced and answered with. */
export const FEED_TYPES = {
  rss: 'application/rss+xml',
  json: 'application/feed+json',
  csv: 'text/csv',
} as const

/** A page's content in a form for programs: its `<link rel="alternate">`. */
export type FeedLink = { type: keyof typeof FEED_TYPES; title: string; path: string }

/** The contents of a page's head, with absolute URLs, as `pageHead` makes them. */
export type PageHead = {
  title: string
  description: string
  /** For Open Graph and the like. */
  shared: { title: string; description: string }
  canonical: string
  image: string
  isIndexed: boolean
  feeds: FeedLink[]
}

type LdJson = Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']

/** The tags of a page's head, with structured data (schema.org). A page without a head has none, see `errorTags`. */
export function headTags(head: PageHead | undefined, ...structured: (object | undefined)[]): MetaDescriptor[] {
  if (!head) return []
  const { title, description, shared, canonical, image, isIndexed, feeds } = head
  return [
    { title },
    { name: 'description', content: description },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...feeds.map(({ type, title, path }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type: FEED_TYPES[type],
      title,
      href: path,
    })),
    { property: 'og:title', content: shared.title },
    { property: 'og:description', content: shared.description },
    { property: 'og:image', content: image },
    { property: 'og:url', content: canonical },
    { property: 'og:type', content: 'website' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: shared.title },
    { name: 'twitter:description', content: shared.description },
    { name: 'twitter:image', content: image },
    ...structured.filter((entry) => entry !== undefined).map((entry) => ({ 'script:ld+json': entry as LdJson })),
  ]
}

/** For a route with an error page of its own: the tags of the root, which names the error and the site. */
export function errorTags([root]: { meta: MetaDescriptor[] }[]) {
  return root!.meta
}
