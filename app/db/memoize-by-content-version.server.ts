import { contentVersion } from './content-version.server'

/** Nothing remembered is older, should an announcement get lost. In milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * For small lists that every page asks for: loads once for each version of the content, and each time while no version
 * is known. The result belongs to everybody: do not change it.
 */
export function memoizeByContentVersion<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let kept: { version: number; until: number; result: Promise<Result> } | undefined
  return () => {
    const version = contentVersion()
    if (version === undefined) return load()
    if (kept?.version === version && Date.now() < kept.until) return kept.result
    const result = load()
    result.catch(() => {
      kept = undefined
    })
    kept = { version, until: Date.now() + MAX_AGE_MS, result }
    return result
  }
}
