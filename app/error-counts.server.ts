import { LRUCache } from 'lru-cache'

/** An error that came again and was only counted. */
type Repeated<Line> = { line: Line; count: number; references: string[] }

/** An error that comes again after this long is logged in full again. */
const QUIET_MS = 60_000
/** Number of different errors that are remembered. */
const MAX_ERRORS = 200
/** Number of request ids in a summary. Visitors see theirs on the error page. */
const MAX_REFERENCES = 20

/**
 * Keeps repeated errors from filling the log: an error is logged in full the first time, and counted when it comes again.
 *
 * @param write logs how often an error came again since the last `flush`
 */
export function makeErrorCounts<Line>(write: (line: Line, count: number, references: string[]) => void) {
  const errors = new LRUCache<string, Repeated<Line>>({
    max: MAX_ERRORS,
    ttl: QUIET_MS,
    // Evicted before its count was logged.
    dispose: ({ line, count, references }, _key, reason) => {
      if (count > 0 && reason !== 'set') write(line, count, references)
    },
  })
  return {
    /** True for an error that came before, which is counted. False for a new one, which the caller logs. */
    isRepeated(key: string, line: Line, reference?: string) {
      const known = errors.get(key)
      const references = known?.references ?? []
      if (known && reference && references.length < MAX_REFERENCES) references.push(reference)
      errors.set(key, { line, count: known ? known.count + 1 : 0, references })
      return known !== undefined
    },
    flush() {
      for (const repeated of errors.values()) {
        if (repeated.count > 0) write(repeated.line, repeated.count, repeated.references)
        repeated.count = 0
        repeated.references = []
      }
    },
  }
}

/** Identifies equal errors by log message, type, code and cause. */
export function errorKey(level: number, message: unknown, error: unknown) {
  const { name, message: text, code, cause } = (error ?? {}) as Partial<Record<string, unknown>>
  const causes = cause instanceof Error ? [cause.name, cause.message] : []
  return [level, message, name, text, code, ...causes].map(String).join('\n').slice(0, 1_000)
}
