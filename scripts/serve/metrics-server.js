import { createHash, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import { AggregatorRegistry } from 'prom-client'

/**
 * Serves `/metrics` for Prometheus: the sums over the web processes of this cluster. Answers 503 while one of them hangs or
 * starts, because incomplete sums would look like lost requests.
 *
 * @param {{ port: number, host: string, token?: string }} settings the token is asked for as `Authorization: Bearer ...`
 * @param {(error: Error) => void} onError called when the port cannot be used
 */
export function serveMetrics({ port, host, token }, onError) {
  const registry = new AggregatorRegistry()
  const server = http.createServer((request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const status = check(request, token)
    if (status !== 200) return response.writeHead(status).end()
    registry.clusterMetrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.once('error', onError)
  server.listen(port, host)
}

function check({ method, url, headers }, token) {
  if (url.split('?', 1)[0] !== '/metrics') return 404
  if (method !== 'GET' && method !== 'HEAD') return 405
  return !token || isSame(headers.authorization ?? '', `Bearer ${token}`) ? 200 : 401
}

/** Takes the same time wherever the two differ. */
function isSame(given, wanted) {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one, other)
}
