import type { Tags } from './content-changes'
import { contentVersion } from './content-version.server'
import { collectTags, noteTags } from './page-tags.server'

/** Maximum age, in case a notification gets lost. */
const MAX_AGE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Memoizes a small list that many pages need: loads it once for each content version, and every time while the version
 * is unknown. It lasts until midnight UTC at most, when deals start and end. The result is shared, so callers must not
 * change it. Every page that gets it depends on what was read for it.
 */
export function memoizeByContentVersion<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let cached: { version: number; until: number; loaded: Promise<{ result: Result; tags: Tags }> } | undefined
  const noted = async (loaded: Promise<{ result: Result; tags: Tags }>) => {
    const { result, tags } = await loaded
    noteTags(tags)
    return result
  }
  return () => {
    const version = contentVersion()
    if (version === undefined) return load()
    const now = Date.now()
    if (cached?.version === version && now < cached.until) return noted(cached.loaded)
    const loaded = collectTags(load)
    loaded.catch(() => {
      cached = undefined
    })
    const midnight = now - (now % DAY_MS) + DAY_MS
    cached = { version, until: Math.min(now + MAX_AGE_MS, midnight), loaded }
    return noted(loaded)
  }
}
