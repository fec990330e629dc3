import { createHash, timingSafeEqual } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { AggregatorRegistry } from 'prom-client'
import { askChildren } from './child-process'

type Metrics = Parameters<typeof AggregatorRegistry.aggregate>[0]
type Settings = {
  port: number
  host: string
  /** Asked for as `Authorization: Bearer ...` if set. */
  token?: string
  /** The metrics of this process, if it does work itself. */
  own?: () => Promise<Metrics>
}

/**
 * Serves `/metrics` for Prometheus: the sums over the web processes and the job worker that this process runs. One that does not
 * answer within a second is left out. When a process ends, the sums fall; Prometheus takes that for a restart of a counter.
 *
 * @throws an Error with advice if the port is in use
 */
export async function serveMetrics({ port, host, token, own }: Settings) {
  const server = http.createServer((request, response) => {
    const status = check(request, token)
    if (status !== 200) return void response.writeHead(status, { 'Cache-Control': 'no-store' }).end()
    void collect(own).then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch(
    (error) => {
      throw new Error(
        `The metrics cannot be served on port ${port} of ${host}: ${error.message}. Choose another METRICS_PORT.`,
      )
    },
  )
  return {
    port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function check({ method, url, headers }: IncomingMessage, token: string | undefined) {
  if (url?.split('?', 1)[0] !== '/metrics') return 404
  if (method !== 'GET' && method !== 'HEAD') return 405
  return !token || isSame(headers.authorization ?? '', `Bearer ${token}`) ? 200 : 401
}

/** Takes the same time wherever the two differ. */
function isSame(given: string, wanted: string) {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

async function collect(own?: () => Promise<Metrics>) {
  const [ofChildren, ofThis] = await Promise.all([askChildren('metrics'), own?.() ?? []])
  const registry = AggregatorRegistry.aggregate([...(ofChildren as Metrics), ...ofThis])
  return { type: registry.contentType, text: await registry.metrics() }
}
