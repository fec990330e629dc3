import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasSchema } from '~/db/pending-migrations.server'
import { isStopping } from './stop.server'

const HEALTH_TIMEOUT_MS = 1_000
let probe: Promise<boolean> | undefined

/**
 * `/healthz`: the process responds. `/readyz`: the database responds within a second and has all migrations of this
 * build. True when the request was for one of the two.
 */
export function respondToHealthCheck(request: IncomingMessage, response: ServerResponse): boolean {
  const [path] = (request.url ?? '').split('?', 1)
  if (path !== '/healthz' && path !== '/readyz') return false
  if (path === '/healthz') respond(response, true)
  else void isReady().then((ready) => respond(response, ready))
  return true
}

/** Concurrent checks share one query, so that they cannot overload the database. */
function isReady(): Promise<boolean> {
  if (isStopping()) return Promise.resolve(false)
  probe ??= withinTime(hasSchema()).finally(() => {
    probe = undefined
  })
  return probe
}

function withinTime(check: Promise<boolean>) {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, HEALTH_TIMEOUT_MS, false).unref())
  return Promise.race([check.catch(() => false), late])
}

function respond(response: ServerResponse, isFine: boolean) {
  const body = isFine ? 'ok\n' : 'unavailable\n'
  response.writeHead(isFine ? 200 : 503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...(isFine ? {} : { 'Retry-After': '2' }),
  })
  response.end(body)
}
