import { Transform, Writable } from 'node:stream'
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { redirectDataRequest } from './edge/address.server'
import { logRequestError, markUnavailable, respondWithError } from './edge/errors.server'
import { installEdge } from './edge/http-server.server'
import { countJobs } from './features/site/operations/jobs.server'
import { NonceContext } from './layout/nonce'
import { VisitorStylesContext } from './layout/visitor-styles'
import { measureJobs } from './metrics.server'
import { findRequestContext } from './request-context.server'
import { ReferenceContext } from './ui/reference'
import visitorStyles from './visitors.css?inline'

// remix-serve imports this module before it creates its server. Vite's server gets the edge as a plugin.
if (import.meta.env.PROD) {
  installEdge()
  measureJobs(countJobs)
}

/** How long a loader's deferred data may keep a single-fetch response open. In milliseconds. */
export const streamTimeout = 5_000
const RENDER_TIMEOUT = streamTimeout + 1_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const errorPage = respondWithError(request, context)
  if (errorPage) return errorPage
  const { id, nonce } = findRequestContext() ?? {}
  const page = (
    <NonceContext.Provider value={nonce}>
      <ReferenceContext.Provider value={id}>
        <VisitorStylesContext.Provider value={visitorStyles}>
          <RemixServer context={context} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
        </VisitorStylesContext.Provider>
      </ReferenceContext.Provider>
    </NonceContext.Provider>
  )
  // A request with cookies may get a private page, which is streamed. Public pages are cached, so they are buffered.
  const html = request.headers.has('Cookie') ? await streamDocument(page, request, nonce) : await collectDocument(page)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status: markUnavailable(headers) ? 503 : status, headers })
}

/** Runs after the loaders of a request for data, whose redirects only Remix can encode. */
export function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const redirected = redirectDataRequest(request)
  if (redirected) return redirected
  return markUnavailable(response.headers)
    ? new Response(response.body, { status: 503, headers: response.headers })
    : response
}

/** Sends the page before the data that hydration needs. */
function streamDocument(page: React.ReactElement, request: Request, nonce: string | undefined) {
  return new Promise<ReadableStream>((resolve, reject) => {
    const body = new Transform({
      highWaterMark: 64 * 1024,
      transform: (chunk: Buffer, _encoding, done) => done(null, withoutZeros(chunk)),
    })
    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), RENDER_TIMEOUT)
    body.once('close', () => clearTimeout(timer))
    let isSent = false
    const stream = renderToPipeableStream(page, {
      nonce,
      // The whole page is rendered, so an error so far still gets an error page.
      onShellReady() {
        isSent = true
        resolve(createReadableStreamFromReadable(body))
        stream.pipe(body)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        if (isSent && !request.signal.aborted) logRequestError(error)
      },
    })
  })
}

/** All data is loaded before the render, so a stream would only add overhead. */
function collectDocument(page: React.ReactElement) {
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = []
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutZeros(Buffer.from(chunk)))
        done()
      },
    })
    collector.on('finish', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    collector.on('error', reject)

    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), RENDER_TIMEOUT)
    const stream = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(timer)
        stream.pipe(collector)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
    })
  })
}

/**
 * React 18 fills the rest of a chunk with zero bytes when a character of several bytes does not fit in. No text of ours
 * contains one.
 */
const withoutZeros = (chunk: Buffer) => (chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk)

/** Logs errors of loaders, actions and renders, unless the client has disconnected. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) logRequestError(error)
}
