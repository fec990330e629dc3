import type { IncomingMessage } from 'node:http'
import { hideSecrets } from '~/log.server'

/** The decoded path of a request, without the query. A malformed one is given as it came; it is refused later. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>) {
  const [path = '/'] = url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What the page's script asks for and sends, instead of a document. */
export function isDataPath(path: string) {
  return path.endsWith('.data')
}

/** "POST /admin/users", also where the page's script sent it to `/admin/users.data`. */
export function routeOf(request: Pick<IncomingMessage, 'url' | 'method'>) {
  return `${request.method} ${hideSecrets(
    pathOf(request)
      .replace(/\.data$/, '')
      .slice(0, 200),
  )}`
}

/** False for what costs nothing and is asked for often: files of the build and of public/, and the two health checks. */
export function isRateLimited(path: string) {
  return !/^\/(assets|film)\/|^\/[\w-]+\.(png|svg|ico|webp)$|^\/(healthz|readyz)$/.test(path)
}
