/** A list that is followed, before it is written in one format or the other. Addresses are whole. */
export type Feed = {
  title: string
  description: string
  /** The page that shows the same. */
  page: string
  /** The feed's own address. */
  self: string
  /** Where older entries are. */
  next?: string
  entries: Entry[]
}

export type Entry = {
  /** Stays the same when the address changes. */
  id: string
  url: string
  title: string
  /** Plain text. */
  text: string
  published: Date
  modified: Date
  tags: string[]
  image?: string
  /** What programs want to know, in JSON only. */
  facts: Record<string, string | number | null>
}

export function newestIn({ entries }: Feed): Date | undefined {
  if (entries.length === 0) return undefined
  return new Date(Math.max(...entries.map(({ modified }) => modified.getTime())))
}
