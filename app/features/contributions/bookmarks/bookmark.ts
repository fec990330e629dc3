/** Error title when a bookmark could not be set or removed (spec §8). */
export const BOOKMARK_FAILED = 'Failed to update bookmark'

export const bookmarkPath = (slug: string) => `/deals/${slug}/bookmark`

/** The deal that a path of `bookmarkPath` is about. */
export function slugToBookmark(path: string) {
  return /^\/deals\/([^/?#]+)\/bookmark$/.exec(path)?.[1]
}
