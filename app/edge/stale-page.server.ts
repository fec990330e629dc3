import { LRUCache } from 'lru-cache'
import type { CacheEntry } from './cache-store.server'
import { bytesOf, type EncodedResponse, encodeBodies, encodeBodiesWithHeaders } from './encoded-response.server'

/** Of the copies with the line in them, which are made again when they are gone. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_AGE_MS = 24 * 60 * 60 * 1_000
const MAIN = '<main id="main"'

export const isRecentEnough = ({ at }: CacheEntry) => performance.now() - at < MAX_AGE_MS

/** Copies of pages for visitors of a site in trouble: each says when it was saved, at the top of its content. */
export function makeStalePages() {
  const copies = new LRUCache<string, EncodedResponse>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf })
  const nameOf = (key: string, { at }: CacheEntry) => `${at} ${key}`
  return {
    /** The copy, if it was made before. */
    find: (key: string, document: CacheEntry) => copies.get(nameOf(key, document)),
    /** Undefined for a page without a place for the line. */
    async make(key: string, document: CacheEntry) {
      const html = addStaleNotice(document)
      if (!html) return undefined
      // The line changes the bytes, and with them the ETag. No script is added, so the policy fits as it is.
      const copy = encodeBodiesWithHeaders(document.stored.headers, await encodeBodies(html))
      copies.set(nameOf(key, document), copy)
      return copy
    },
  }
}

function addStaleNotice({ stored, at }: CacheEntry) {
  const { bytes } = stored.bodies.identity
  const start = bytes.indexOf(MAIN)
  if (start === -1) return undefined
  const place = bytes.indexOf('>', start) + 1
  const time = new Date(Date.now() - (performance.now() - at)).toISOString().slice(11, 16)
  const line = `<div class="wrap"><p class="saved-line" role="status">We are having trouble; this page was saved at ${time} UTC.</p></div>`
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(line), bytes.subarray(place)])
}
