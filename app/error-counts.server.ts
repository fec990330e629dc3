import { LRUCache } from 'lru-cache'

/** An error that was not written whole, and what it says. */
type Repeated<Line> = { line: Line; count: number; references: string[] }

/** A fault that has been quiet for as long is written whole again. In milliseconds. */
const QUIET = 60_000
/** Of so many different faults it is known that they came before. */
const MOST = 200
/** Of so many requests a summary names the references, by which visitors report an error page. */
const MOST_REFERENCES = 20

/**
 * Sums up what would fill a log: a fault is written whole the first time, and counted when it comes again.
 *
 * @param write takes what was counted since the last call of `flush`, a line for each fault
 */
export function makeErrorCounts<Line>(write: (line: Line, count: number, references: string[]) => void) {
  const faults = new LRUCache<string, Repeated<Line>>({
    max: MOST,
    ttl: QUIET,
    // Pushed out by others or by time, with nobody told of it yet.
    dispose: ({ line, count, references }, _key, reason) => {
      if (count > 0 && reason !== 'set') write(line, count, references)
    },
  })
  return {
    /** True for a fault that came before, which is counted; false for one that has to be written. */
    isRepeated(key: string, line: Line, reference?: string) {
      const known = faults.get(key)
      const references = known?.references ?? []
      if (known && reference && references.length < MOST_REFERENCES) references.push(reference)
      faults.set(key, { line, count: known ? known.count + 1 : 0, references })
      return known !== undefined
    },
    flush() {
      for (const repeated of faults.values()) {
        if (repeated.count > 0) write(repeated.line, repeated.count, repeated.references)
        repeated.count = 0
        repeated.references = []
      }
    },
  }
}

/** The same for the same fault: what was said of it, and what kind of error it was. */
export function errorKey(level: number, message: unknown, error: unknown) {
  const { name, message: words, code, cause } = (error ?? {}) as Partial<Record<string, unknown>>
  const causes = cause instanceof Error ? [cause.name, cause.message] : []
  return [level, message, name, words, code, ...causes].map(String).join('\n').slice(0, 1_000)
}
