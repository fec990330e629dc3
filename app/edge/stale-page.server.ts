import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { contentVersion } from '~/db/content-version.server'
import { hasDatabaseResponded, unlessDatabaseDown } from '~/db/outage.server'
import { utcToday } from '~/http/utc-day'
import type { CacheEntry } from './cache-store.server'
import { bytesOf, type EncodedResponse, encodeBodies, encodeBodiesWithHeaders } from './encoded-response.server'

/** Total size of the copies with a notice. An evicted copy is made again when it is needed. */
const MAX_BYTES = 8 * 1024 * 1024
/** How long a request waits for a fresh page before it gets the stale one, while renders of that page keep failing. */
const STALE_WAIT_MS = 500
const FAILURE_MEMORY_MS = 10_000
/** The same while no content changes are received: the database may hang until its statements time out. */
const UNSYNCED_WAIT_MS = 1_200
const MAIN = '<main id="main"'

/**
 * Whether a stored page may be served although it is out of date: not when this process knows of a newer version, and not
 * after midnight UTC, because it may call a deal active that has ended.
 */
export function canServeStale({ day, version }: CacheEntry) {
  const current = contentVersion()
  return day === utcToday() && (current === undefined || current === version)
}

/** The result of a render, or undefined when the stale page should be served without waiting any longer. */
export function withinStaleWait<Result>(render: Promise<Result>, stale: CacheEntry): Promise<Result | undefined> {
  const timeout = staleWait(stale)
  const late = timeout === undefined ? [] : [sleep(timeout, undefined, { ref: false })]
  return Promise.race([unlessDatabaseDown(render), ...late])
}

function staleWait({ failedAt = -Infinity }: CacheEntry) {
  const isUnsynced = contentVersion() === undefined
  // The database answers: it is back, or only the listening connection was lost.
  if (isUnsynced && hasDatabaseResponded(UNSYNCED_WAIT_MS)) return undefined
  if (performance.now() - failedAt < FAILURE_MEMORY_MS) return STALE_WAIT_MS
  return isUnsynced ? UNSYNCED_WAIT_MS : undefined
}

/** Copies of pages to serve during an outage, each with a notice at the top of its content that says when it was saved. */
export function makeStalePages() {
  const copies = new LRUCache<string, EncodedResponse>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf })
  const nameOf = (key: string, { at }: CacheEntry) => `${at} ${key}`
  return {
    /** The copy, if there is one already. */
    find: (key: string, document: CacheEntry) => copies.get(nameOf(key, document)),
    /** Undefined for a page without a main element to put the notice into. */
    async make(key: string, document: CacheEntry) {
      const html = addStaleNotice(document)
      if (!html) return undefined
      // The notice changes the bytes, so the ETag is computed again. No script is added, so the stored CSP still fits.
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
  const position = bytes.indexOf('>', start) + 1
  const time = new Date(Date.now() - (performance.now() - at)).toISOString().slice(11, 16)
  const notice = `<div class="wrap"><p class="saved-line" role="status">We are having trouble; this page was saved at ${time} UTC.</p></div>`
  return Buffer.concat([bytes.subarray(0, position), Buffer.from(notice), bytes.subarray(position)])
}
