import { LRUCache } from 'lru-cache'
import { bytesOf, type Stored } from './encoded-body.server'

/** One page as every visitor gets it, with the version of the content that it shows. */
export type Document = {
  version: number
  /** When it was asked of the app, on the clock of `performance`, which nobody can set. */
  at: number
  stored: Stored
  /** When asking for a newer one failed last. */
  failedAt?: number
}

/** Of all pages together, with everything that belongs to them. */
const MEMORY = 32 * 1024 * 1024
/** Of addresses that were asked for once. */
const ADDRESSES = 1024 * 1024
/** Objects, arrays and strings of one entry beside its bodies and its key, as measured. */
const OVERHEAD = 2_500
/** Parameters that visitors fill in as they like. */
const TYPED = /[?&](?:q|tag|minPrice|maxPrice)=/

/** Pages in memory, under their addresses: the newest copy of each, also when it is not up to date any more. */
export function makeDocumentStore() {
  const documents = new LRUCache<string, Document>({
    maxSize: MEMORY,
    sizeCalculation: ({ stored }, key) => bytesOf(stored) + 2 * key.length + OVERHEAD,
  })
  const askedOnce = new LRUCache<string, true>({
    maxSize: ADDRESSES,
    sizeCalculation: (_, key) => 2 * key.length + 100,
  })

  return {
    get: (key: string) => documents.get(key),
    delete: (key: string) => documents.delete(key),
    set(key: string, document: Document) {
      const other = documents.peek(key)
      if (!other || other.version <= document.version) documents.set(key, document)
    },
    /** Most searches are made once: the page of one is stored when it is asked for again. */
    isWorthStoring(key: string) {
      if (!TYPED.test(key) || documents.has(key) || askedOnce.has(key)) return true
      askedOnce.set(key, true)
      return false
    },
  }
}
