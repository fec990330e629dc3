import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import net, { type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { env } from '~/env.server'
import { FetchError } from './fetch-error'
import type { FetchedPage } from './fetched-page'
import type { Network } from './network.server'

const MAX_BODY_BYTES = 1024 * 1024
/** For each address of a host, until the next one is tried as well. Node's default fails for hosts that are far away. */
const ADDRESS_TIMEOUT_MS = 2_500

type PageRequest = {
  method: 'GET' | 'HEAD'
  signal: AbortSignal
  network: Network
  /** Where to connect, whatever the name resolves to by now. */
  addresses: string[]
}

/** Requests a page once. A redirect is returned like any page, with its target. */
export async function requestPage(
  url: URL,
  { method, signal, network, addresses }: PageRequest,
): Promise<FetchedPage & { location?: string }> {
  const options: https.RequestOptions &
    Pick<net.TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
    method,
    signal,
    agent: false,
    ca: network.ca,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    lookup: (_host, _options, done) => done(null, addresses.map(withFamily)),
    headers: {
      'User-Agent': `LifetimeLedger/1.0 (+${env.SITE_URL})`,
      Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'Accept-Encoding': 'identity',
      Connection: 'close',
    },
  }
  const request = (url.protocol === 'https:' ? https : http).request(url, options)
  try {
    const response = await responseTo(request)
    const { location, 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = response.headers
    return {
      status: response.statusCode!,
      url: url.href,
      contentType,
      location: location && Buffer.from(location, 'latin1').toString(),
      // No encoding was accepted, so that nothing can unpack to more than was sent.
      body: method === 'GET' && !location && encoding === 'identity' ? await readBody(response) : Buffer.alloc(0),
    }
  } finally {
    await close(request)
  }
}

const withFamily = (address: string) => ({ address, family: net.isIP(address) })

function responseTo(request: ClientRequest) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', (error) => reject(explain(error, request.socket)))
    request.end()
  })
}

function explain(error: NodeJS.ErrnoException, socket: Socket | null) {
  const { code = '' } = error
  if (code === 'ETIMEDOUT') return new FetchError('time-out')
  if (/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(code)) {
    return new FetchError('incomplete certificate chain')
  }
  const isTls = socket instanceof TLSSocket && (socket.authorizationError || /^(EPROTO|ERR_(SSL|TLS)_)/.test(code))
  return isTls ? new FetchError('TLS failure') : error
}

/** The beginning of a body. A page that answered is there, even if the rest of it does not come in time. */
async function readBody(response: IncomingMessage) {
  const chunks: Buffer[] = []
  let missing = MAX_BODY_BYTES
  try {
    for await (const chunk of response) {
      chunks.push(chunk.subarray(0, missing))
      missing -= chunk.length
      if (missing <= 0) break
    }
  } catch {}
  return Buffer.concat(chunks)
}

/** Ends the connection and waits for its end, so that a host never sees two. */
async function close(request: ClientRequest) {
  const { socket } = request
  const closed = socket && !socket.closed && new Promise((resolve) => socket.once('close', resolve))
  request.destroy()
  await closed
}
