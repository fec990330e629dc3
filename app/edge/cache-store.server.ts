import { LRUCache } from 'lru-cache'
import { contentVersion } from '~/db/content-version.server'
import { utcToday } from '~/http/utc-day'
import { bytesOf, type EncodedResponse } from './encoded-response.server'

/** A rendered page for all visitors. */
export type CacheEntry = {
  /** The content version when its render began. */
  version: number
  /** The day (UTC) on which its render began. Deals start and end at midnight, so it is not served on another day. */
  day: string
  /** When its render began, by `performance.now()`, which changes of the system time do not affect. */
  at: number
  stored: EncodedResponse
  /** When the last attempt to refresh it failed. */
  failedAt?: number
}

/** Pages are fresh for at most this long, in case a notification gets lost. */
const MAX_AGE_MS = 60_000
/** Total size of all pages, including keys and headers. */
const MAX_BYTES = 32 * 1024 * 1024
/** Total size of the keys requested once. */
const MAX_ONCE_BYTES = 1024 * 1024
/** Measured size of one entry without its bodies and its key. */
const ENTRY_OVERHEAD_BYTES = 2_500
/** Parameters with free text. */
const FREE_TEXT_PARAMS = /[?&](?:q|tag|minPrice|maxPrice)=/

export function isFresh({ version, at }: CacheEntry) {
  return version === contentVersion() && performance.now() - at < MAX_AGE_MS
}

/** Pages of today in memory by cache key: the newest copy of each, even when it is stale. */
export function makeDocumentStore() {
  const documents = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ stored }, key) => bytesOf(stored) + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const requestedOnce = new LRUCache<string, true>({
    maxSize: MAX_ONCE_BYTES,
    sizeCalculation: (_, key) => 2 * key.length + 100,
  })

  return {
    get(key: string) {
      const document = documents.get(key)
      return document?.day === utcToday() ? document : undefined
    },
    delete: (key: string) => documents.delete(key),
    set(key: string, document: CacheEntry) {
      const other = documents.peek(key)
      const isNewest = !other || (other.day <= document.day && other.version <= document.version)
      if (isNewest) documents.set(key, document)
    },
    /** Most searches are made once, so their pages are stored on the second request only. */
    isWorthStoring(key: string) {
      if (!FREE_TEXT_PARAMS.test(key) || documents.has(key) || requestedOnce.has(key)) return true
      requestedOnce.set(key, true)
      return false
    },
  }
}
