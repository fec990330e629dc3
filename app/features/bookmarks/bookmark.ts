/** Error title when a bookmark could not be set or removed (spec §8). */
export const BOOKMARK_FAILED = 'Failed to update bookmark'
