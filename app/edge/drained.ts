import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Resolves once the socket accepts more data or is closed. Remix ignores backpressure, so long streamed responses must
 * wait for this themselves.
 */
export function untilDrained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      response.removeListener('drain', finish)
      response.removeListener('close', finish)
      resolve()
    }
    // Not response.on: remix-serve's compression replaces it with one that listens to the compressor.
    EventEmitter.prototype.on.call(response, 'drain', finish)
    EventEmitter.prototype.on.call(response, 'close', finish)
  })
}
