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
  entries: Entry[]
}

export type Entry = {
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
  facts: Record<string, string | number | null>
}

export function newestIn({ entries }: Feed): Date | undefined {
  if (entries.length === 0) return undefined
  return new Date(Math.max(...entries.map(({ modified }) => modified.getTime())))
}
