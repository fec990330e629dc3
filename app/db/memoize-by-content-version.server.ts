import { utcToday } from '~/http/utc-day'
import { contentVersion } from './content-version.server'

/** Maximum age, in case a notification gets lost. */
const MAX_AGE_MS = 60_000

/**
 * Memoizes a small list that many pages need: loads it once for each content version and day (UTC), and every time
 * while the version is unknown. The result is shared, so callers must not change it.
 */
export function memoizeByContentVersion<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let cached: { version: number; day: string; until: number; result: Promise<Result> } | undefined
  return () => {
    const version = contentVersion()
    if (version === undefined) return load()
    const day = utcToday()
    if (cached?.version === version && cached.day === day && Date.now() < cached.until) return cached.result
    const result = load()
    result.catch(() => {
      cached = undefined
    })
    cached = { version, day, until: Date.now() + MAX_AGE_MS, result }
    return result
  }
}
