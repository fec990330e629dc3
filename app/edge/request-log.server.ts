import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { accessLog, hideSecrets } from '~/log.server'
import type { RequestContext } from '~/request-context.server'
import { pathOf } from './request-path'

const paths = new LRUCache<string, string>({
  maxSize: 1024 * 1024,
  // Up to two bytes a character, and overhead.
  sizeCalculation: (path, url) => 2 * (path.length + url.length) + 200,
  memoMethod: (url) => hideSecrets(pathOf({ url }).slice(0, 200)),
})

/** Logs one line for each request when it ends. Without the query, which may hold tokens or search terms. */
export function logResponse(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  if (!accessLog.isLevelEnabled('info')) return
  const start = performance.now()
  response.once('close', () => {
    accessLog.info({
      id: context.id,
      method: request.method,
      path: paths.memo(request.url ?? '/'),
      status: response.statusCode,
      ms: Math.round((performance.now() - start) * 10) / 10,
      // The client disconnected before the response.
      aborted: response.headersSent || response.statusCode >= 400 ? undefined : true,
    })
  })
}
