import http from 'node:http'
import type { AddressInfo } from 'node:net'

export const SLOW_RESPONSE_MS = 150
const PAGE = `<!doctype html><title>Product</title>${'<p>One payment, yours to keep.</p>'.repeat(300)}`

/**
 * A local server for any number of vendors. Of ten hosts called `host-N`, the first never answers and the second is
 * slow. Counts the requests that are open at a time.
 */
export async function startVendors() {
  const open = new Map<string, number>()
  const most = { toOneHost: 0, inAll: 0 }
  let inAll = 0
  const server = http.createServer((request, response) => {
    const host = request.headers.host!
    const toHost = (open.get(host) ?? 0) + 1
    open.set(host, toHost)
    inAll++
    most.toOneHost = Math.max(most.toOneHost, toHost)
    most.inAll = Math.max(most.inAll, inAll)
    response.on('close', () => {
      inAll--
      open.set(host, open.get(host)! - 1)
    })
    const number = Number(/^host-(\d+)/.exec(host)?.[1] ?? 9)
    const send = () => response.setHeader('Content-Type', 'text/html').end(PAGE)
    if (number % 10 === 1) setTimeout(send, SLOW_RESPONSE_MS)
    else if (number % 10 > 1) send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    most,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
