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
