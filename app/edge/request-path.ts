import type { IncomingMessage } from 'node:http'
import { hideSecrets } from '~/log.server'

/** The decoded path of a request without the query. A malformed path is returned as it is and rejected later. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>) {
  const [path = '/'] = url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a path is for the router's data instead of a document. */
export function isDataPath(path: string) {
  return path.endsWith('.data')
}

/** "POST /admin/users", also for a request to `/admin/users.data`. */
export function routeOf(request: Pick<IncomingMessage, 'url' | 'method'>) {
  return `${request.method} ${hideSecrets(
    pathOf(request)
      .replace(/\.data$/, '')
      .slice(0, 200),
  )}`
}

/** False for cheap and frequent requests: static files and health checks. */
export function isRateLimited(path: string) {
  return !/^\/(assets|video)\/|^\/[\w-]+\.(png|svg|ico|webp)$|^\/(healthz|readyz)$/.test(path)
}
