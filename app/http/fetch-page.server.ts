import { FetchError, type FetchFailure } from './fetch-error'
import type { FetchedPage } from './fetched-page'
import { findAddresses, INTERNET, type Network, PORTS } from './network.server'
import { requestPage } from './page-request.server'

/** For names, redirects and the page together. Waiting for a turn does not count. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

export type FetchResult = { page: FetchedPage; failure?: undefined } | { page?: undefined; failure: FetchFailure }

/** Makes one request to a host, when it is the host's turn. */
export type TakeTurn = <T>(host: string, request: () => Promise<T>) => Promise<T>

export type FetchOptions = {
  method?: 'GET' | 'HEAD'
  signal?: AbortSignal
  /** Is given every request, those after redirects too, so that a caller can limit how many there are at a time. */
  takeTurn?: TakeTurn
  network?: Network
  timeoutMs?: number
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
  { method = 'GET', signal, network = INTERNET }: FetchOptions,
) {
  if (remainingMs <= 0) throw new FetchError('time-out')
  signal?.throwIfAborted()
  // Timer and listener end with the request: a run of thousands of requests would keep those of a signal for long.
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
    const page = await requestPage(url, { method, network, addresses, signal: ended.signal })
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
