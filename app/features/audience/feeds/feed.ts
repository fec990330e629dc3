/** A feed before it is written as RSS or JSON Feed. All URLs are absolute. */
export type Feed = {
  title: string
  description: string
  /** The URL of the HTML page with the same list. */
  page: string
  /** The URL of the feed itself. */
  self: string
  /** The URL of the next page, with older entries. */
  next?: string
  entries: FeedEntry[]
  /** When something else than an entry last changed, such as the status of deals at midnight. */
  changed?: Date
}

export type FeedEntry = {
  /** A stable URN, independent of the URL. */
  id: string
  url: string
  title: string
  /** Plain text. */
  text: string
  published: Date
  modified: Date
  tags: string[]
  image?: string
  /** Data for programs, in JSON Feed only. */
  facts: Record<string, string | number | boolean | null>
}

/** When the feed last changed; undefined for one without entries. */
export function newestIn({ entries, changed }: Feed): Date | undefined {
  if (entries.length === 0) return undefined
  const times = entries.map(({ modified }) => modified.getTime())
  return new Date(Math.max(changed?.getTime() ?? 0, ...times))
}
