import { LRUCache } from 'lru-cache'
import { bytesOf, type EncodedResponse } from './encoded-response.server'

/** One page as every visitor gets it, with the version of the content that it shows. */
export type CacheEntry = {
  version: number
  /** When it was asked of the app, on the clock of `performance`, which nobody can set. */
  at: number
  stored: EncodedResponse
  /** When asking for a newer one failed last. */
  failedAt?: number
}

/** Of all pages together, with everything that belongs to them. */
const MAX_BYTES = 32 * 1024 * 1024
/** Of addresses that were asked for once. */
const MAX_SEEN_BYTES = 1024 * 1024
/** Objects, arrays and strings of one entry beside its bodies and its key, as measured. */
const ENTRY_OVERHEAD_BYTES = 2_500
/** Parameters that visitors fill in as they like. */
const FREE_TEXT_PARAMS = /[?&](?:q|tag|minPrice|maxPrice)=/

/** Pages in memory, under their addresses: the newest copy of each, also when it is not up to date any more. */
export function makeDocumentStore() {
  const documents = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ stored }, key) => bytesOf(stored) + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const askedOnce = new LRUCache<string, true>({
    maxSize: MAX_SEEN_BYTES,
    sizeCalculation: (_, key) => 2 * key.length + 100,
  })

  return {
    get: (key: string) => documents.get(key),
    delete: (key: string) => documents.delete(key),
    set(key: string, document: CacheEntry) {
      const other = documents.peek(key)
      if (!other || other.version <= document.version) documents.set(key, document)
    },
    /** Most searches are made once: the page of one is stored when it is asked for again. */
    isWorthStoring(key: string) {
      if (!FREE_TEXT_PARAMS.test(key) || documents.has(key) || askedOnce.has(key)) return true
      askedOnce.set(key, true)
      return false
    },
  }
}
