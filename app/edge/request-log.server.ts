import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { accessLog, hideSecrets } from '~/log.server'
import { countRequest, isMeasured } from '~/metrics.server'
import type { RequestContext } from '~/request-context.server'
import { pathOf } from './request-path'
import { routeIdOf } from './route-id'

const paths = new LRUCache<string, string>({
  maxSize: 1024 * 1024,
  // Up to two bytes a character, and overhead.
  sizeCalculation: (path, url) => 2 * (path.length + url.length) + 200,
  memoMethod: (url) => hideSecrets(pathOf({ url }).slice(0, 200)),
})

/** Logs one line for each request when it ends, and counts it. Without the query, which may hold tokens or search terms. */
export function logResponse(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const isLogged = accessLog.isLevelEnabled('info')
  if (!isLogged && !isMeasured) return
  // Before Remix and the edge change it.
  const { url = '/', method } = request
  const start = performance.now()
  response.once('close', () => {
    const ms = performance.now() - start
    if (isMeasured) countRequest(routeIdOf(url), method, response.statusCode, ms / 1_000)
    if (!isLogged) return
    accessLog.info({
      id: context.id,
      method: request.method,
      path: paths.memo(request.url ?? '/'),
      status: response.statusCode,
      ms: Math.round(ms * 10) / 10,
      // The client disconnected before the response.
      aborted: response.headersSent || response.statusCode >= 400 ? undefined : true,
    })
  })
}
