import { contentVersion } from './content-version.server'

/** Nothing remembered is older, should an announcement get lost. In milliseconds. */
const LIFETIME = 60_000

/**
 * For small lists that every page asks for: loads once for each version of the content, and each time while no version
 * is known. The result belongs to everybody: do not change it.
 */
export function oncePerVersion<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let kept: { version: number; until: number; result: Promise<Result> } | undefined
  return () => {
    const version = contentVersion()
    if (version === undefined) return load()
    if (kept?.version === version && Date.now() < kept.until) return kept.result
    const result = load()
    result.catch(() => {
      kept = undefined
    })
    kept = { version, until: Date.now() + LIFETIME, result }
    return result
  }
}
