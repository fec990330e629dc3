import fs from 'node:fs/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import net, { type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { env } from '~/env.server'
import { KeyedSemaphore } from './keyed-semaphore'
import { FetchError, type FetchFailure, findAddresses, INTERNET, type Network, PORTS } from './network.server'

/** For names, redirects and the page together. Waiting for a turn does not count. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

export type FetchResult = { page: FetchedPage; failure?: undefined } | { page?: undefined; failure: FetchFailure }

/** Makes one request to a host, when it is the host's turn. */
export type TakeTurn = <T>(host: string, request: () => Promise<T>) => Promise<T>

const hosts = new KeyedSemaphore()

/** Gives each host one request at a time, whichever job of this process asks for it. */
export const oneAtATime =
  (waiting: Parameters<KeyedSemaphore['acquire']>[1]): TakeTurn =>
  (host, request) =>
    hosts.run(host.replace(/\.$/, ''), request, waiting)

/** A file that takes the body of the page instead of the memory. */
type Download = { file: string; maxBytes: number; accept: string }

export type FetchOptions = {
  method?: 'GET' | 'HEAD'
  download?: Download
  signal?: AbortSignal
  /** Is given every request, those after redirects too, so that a caller can limit how many there are at a time. */
  takeTurn?: TakeTurn
  network?: Network
  timeoutMs?: number
  /** How much of a page is read. */
  maxBytes?: number
}

/**
 * Fetches a web page whose address comes from outside. It connects to nothing but the public internet: the address that
 * a name resolves to is checked and then connected to, on every redirect again. It sends no cookies, no referrer and
 * nothing of any visitor.
 *
 * @throws the reason of the signal, when that aborts
 */
export async function fetchPage(address: string, options: FetchOptions = {}): Promise<FetchResult> {
  const { takeTurn = (_host, request) => request() } = options
  let remainingMs = options.timeoutMs ?? TIMEOUT_MS
  try {
    let url = parseUrl(address)
    for (let requests = 0; requests <= MAX_REDIRECTS; requests++) {
      const { location, ...page } = await takeTurn(url.hostname, async () => {
        const startedAt = performance.now()
        const response = await requestInTime(url, remainingMs, options)
        remainingMs -= performance.now() - startedAt
        return response
      })
      if (!location || !REDIRECTS.includes(page.status)) return { page }
      url = parseUrl(location, url)
    }
    return { failure: 'too many redirects' }
  } catch (error) {
    if (error instanceof FetchError) return { failure: error.failure }
    throw error
  }
}

function parseUrl(address: string, base?: URL) {
  const url = URL.parse(address, base)
  if (!url) throw new FetchError('refused address')
  if (!(url.protocol in PORTS)) throw new FetchError('other scheme')
  if (url.username || url.password) throw new FetchError('refused address')
  return url
}

async function requestInTime(
  url: URL,
  remainingMs: number,
  { method = 'GET', download, signal, network = INTERNET, maxBytes = MAX_BODY_BYTES }: FetchOptions,
) {
  if (remainingMs <= 0) throw new FetchError('time-out')
  signal?.throwIfAborted()
  // Timer and listener end with the request: a signal shared by thousands of requests would collect theirs.
  const ended = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ended.abort()
  }, remainingMs)
  const abort = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const addresses = await rejectOnAbort(findAddresses(url, network), ended.signal)
    const page = await requestPage(url, { method, download, network, addresses, maxBytes, signal: ended.signal })
    signal?.throwIfAborted()
    return page
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof FetchError) throw error
    throw new FetchError(isLate ? 'time-out' : 'no answer')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal) {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([promise, aborted])
}

/** A web page that was fetched from another site. */
export type FetchedPage = {
  status: number
  /** After redirects. */
  url: string
  /** As in the header, with its parameters; empty if there is none. */
  contentType: string
  /** The part that was read: at most one megabyte or `maxBytes`, or as much as arrived in time. Empty for a download. */
  body: Buffer
  /** Whether the body was read to its end. */
  isComplete: boolean
}

/** The text of an HTML page; nothing for other files. */
export const htmlOf = (page: FetchedPage) => decode(page, /^\s*(text\/html|application\/xhtml\+xml)\b/i)

/** The text of a plain text file; nothing for other files. */
export const plainTextOf = (page: FetchedPage) => decode(page, /^\s*text\/plain\b/i)

function decode({ contentType, body }: FetchedPage, types: RegExp) {
  if (!types.test(contentType)) return undefined
  const declared = `${contentType} ${body.subarray(0, 1024).toString('latin1')}`
  const charset = /charset\s*=\s*["']?([\w-]+)/i.exec(declared)?.[1] ?? 'utf-8'
  return decoderOf(charset).decode(body)
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

const MAX_BODY_BYTES = 1024 * 1024
/** For each address of a host, until the next one is tried as well. Node's default fails for hosts that are far away. */
const ADDRESS_TIMEOUT_MS = 2_500

const ACCEPT_PAGE = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

type PageRequest = {
  method: 'GET' | 'HEAD'
  download: Download | undefined
  signal: AbortSignal
  network: Network
  maxBytes: number
  /** Where to connect, whatever the name resolves to by now. */
  addresses: string[]
}

/** Requests a page once. A redirect is returned like any page, with its target. */
async function requestPage(
  url: URL,
  { method, download, signal, network, addresses, maxBytes }: PageRequest,
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
      Accept: download?.accept ?? ACCEPT_PAGE,
      'Accept-Encoding': 'identity',
      Connection: 'close',
    },
  }
  const request = (url.protocol === 'https:' ? https : http).request(url, options)
  try {
    const response = await responseTo(request)
    const { location, 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = response.headers
    // No encoding was accepted, so that nothing can unpack to more than was sent.
    const hasBody = method === 'GET' && !location && encoding === 'identity'
    return {
      status: response.statusCode!,
      url: url.href,
      contentType,
      location: location && Buffer.from(location, 'latin1').toString(),
      ...(hasBody ? await readBody(response, download, maxBytes) : { body: Buffer.alloc(0), isComplete: false }),
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
async function readBody(response: IncomingMessage, download: Download | undefined, maxBytes: number) {
  const chunks: Buffer[] = []
  await using file = download && (await fs.open(download.file, 'w', 0o600))
  let missing = download?.maxBytes ?? maxBytes
  try {
    for await (const chunk of response) {
      const part = chunk.subarray(0, missing)
      if (file) await file.writeFile(part)
      else chunks.push(part)
      missing -= chunk.length
      if (missing <= 0) break
    }
  } catch {}
  return { body: Buffer.concat(chunks), isComplete: response.complete && missing >= 0 }
}

/** Ends the connection and waits for its end, so that a host never sees two. */
async function close(request: ClientRequest) {
  const { socket } = request
  const closed = socket && !socket.closed && new Promise((resolve) => socket.once('close', resolve))
  request.destroy()
  await closed
}
