import http, { type RequestListener, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Network } from '~/http/network.server'
import { makeCertificate } from './certificate'

type Options = {
  /** Host names that do not resolve. */
  unknown?: string[]
  /** Listens at all addresses of this machine, instead of one. */
  everywhere?: boolean
}

/** The web of a test: a local server that answers for every host below `.example`, except those that it does not know. */
export async function startWeb(listener: RequestListener, options: Options = {}) {
  return serve(http.createServer(listener), 'http', options)
}

/** The same over TLS, with a certificate that it signed itself. Only a network that trusts it accepts that. */
export async function startTlsWeb(listener: RequestListener, host: string) {
  const certificate = makeCertificate(host)
  const web = await serve(https.createServer(certificate, listener), 'https')
  return { ...web, trusting: { ...web.network, ca: certificate.cert } }
}

async function serve(server: Server, scheme: string, { unknown = [], everywhere = false }: Options = {}) {
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen({ port: 0, host: everywhere ? undefined : '127.0.0.1' }, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const network: Network = {
    resolve: async (name) => (name.endsWith('.example') && !unknown.includes(name) ? ['127.0.0.1'] : []),
    mayConnect: (address, to) => address === '127.0.0.1' && to === port,
  }
  return {
    port,
    network,
    url: (host: string, path = '/') => `${scheme}://${host}:${port}${path}`,
    /** How many there have been. */
    countConnections: () => connections,
  }
}
