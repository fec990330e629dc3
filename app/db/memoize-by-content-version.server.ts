import { contentVersion } from './content-version.server'

/** Maximum age, in case a notification gets lost. */
const MAX_AGE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Memoizes a small list that many pages need: loads it once for each content version, and every time while the version
 * is unknown. It lasts until midnight UTC at most, when deals start and end. The result is shared, so callers must not
 * change it.
 */
export function memoizeByContentVersion<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let cached: { version: number; until: number; result: Promise<Result> } | undefined
  return () => {
    const version = contentVersion()
    if (version === undefined) return load()
    const now = Date.now()
    if (cached?.version === version && now < cached.until) return cached.result
    const result = load()
    result.catch(() => {
      cached = undefined
    })
    const midnight = now - (now % DAY_MS) + DAY_MS
    cached = { version, until: Math.min(now + MAX_AGE_MS, midnight), result }
    return result
  }
}
