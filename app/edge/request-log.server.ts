import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { accessLog, hideSecrets } from '~/log.server'
import { countRequest, isMeasured } from '~/metrics.server'
import type { RequestContext } from '~/request-context.server'
import { pathOf } from './request.server'

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

// Only the names are used. Remix loads the files.
const FILES = Object.keys(import.meta.glob(['/app/routes/*.{ts,tsx}', '/app/routes/*/route.{ts,tsx}']))
const countParams = ({ segments }: Route) => segments.filter((segment) => segment.startsWith(':')).length

/** All routes but the root, those with fewer parameters first. An index route comes before its layout. */
export const ROUTES = FILES.map(readRoute).sort((a, b) => countParams(a) - countParams(b))

type Route = { id: string; segments: string[] }

/** The id and path that Remix derives from the name of a route file. */
function readRoute(file: string): Route {
  const name = file.slice('/app/routes/'.length).replace(/(\/route)?\.tsx?$/, '')
  const segments = name
    .replace(/\.?_index$/, '')
    .split(/\.(?![^[\]]*\])/)
    .map((segment) => segment.replace(/[[\]]/g, '').replace(/_$/, '').replace(/^\$/, ':'))
  return { id: `routes/${name}`, segments }
}

const ids = new LRUCache<string, string>({ max: 2_000, memoMethod: findId })

/** The id of the route that a request is for, such as `routes/deals.$slug`: one of a few, whatever visitors ask for. */
export function routeIdOf(url: string) {
  const [path = '/'] = url.split('?', 1)
  return path.startsWith('/assets/') ? 'assets' : ids.memo(path)
}

function findId(path: string) {
  if (path === '/healthz' || path === '/readyz') return 'health'
  const page = path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  const parts = page.replace(/\/$/, '').slice(1).split('/')
  const isMatch = ({ segments }: Route) =>
    segments.length === parts.length && segments.every((segment, i) => isPart(segment, parts[i]!))
  return ROUTES.find(isMatch)?.id ?? 'routes/$'
}

/** A parameter may have a suffix, such as `:month.csv`. */
function isPart(segment: string, part: string) {
  if (!segment.startsWith(':')) return segment === part
  const [, suffix] = segment.split('.', 2)
  return part !== '' && (!suffix || part.endsWith(`.${suffix}`))
}
