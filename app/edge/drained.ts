import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Resolves once the connection takes more, or is gone. Remix writes on whether it does or not, so whoever makes a long
 * answer has to ask.
 */
export function untilDrained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      response.removeListener('drain', finish)
      response.removeListener('close', finish)
      resolve()
    }
    // Not response.on: the compression of remix-serve has put its own there, which listens to its own buffer.
    EventEmitter.prototype.on.call(response, 'drain', finish)
    EventEmitter.prototype.on.call(response, 'close', finish)
  })
}
