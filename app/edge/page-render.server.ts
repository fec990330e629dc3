import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type RequestContext, runInContext } from '~/request-context.server'

type InternalResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/** @property isPublic whether every visitor may get it */
export type RenderedPage = InternalResponse & { isPublic: boolean }

const RENDER_TIMEOUT_MS = 10_000

/** Renders a page without visitor data, except the User-Agent, which does not change the page. */
export async function renderPage(
  app: RequestListener,
  key: string,
  { headers }: IncomingMessage,
  context: RequestContext,
): Promise<RenderedPage> {
  const { host = '', 'user-agent': userAgent = '' } = headers
  context.nonce = undefined
  const response = await runInContext(context, () => requestInternally(app, key, { host, 'user-agent': userAgent }))
  return { ...response, isPublic: isPublic(response, context) }
}

function isPublic({ status, headers }: InternalResponse, { dbError, isPersonal, isIncomplete }: RequestContext) {
  return (
    status === 200 &&
    !dbError &&
    !isPersonal &&
    !isIncomplete &&
    headers['set-cookie'] === undefined &&
    String(headers['cache-control']).startsWith('public') &&
    String(headers['content-type']).startsWith('text/html')
  )
}

const BODY_HEADERS = ['connection', 'content-length', 'date', 'etag', 'transfer-encoding']

/** The headers of a page that is sent to many visitors, without those of its body. */
export function sharedHeaders({ headers }: RenderedPage): OutgoingHttpHeaders {
  const own = Object.entries(headers).filter(([name]) => !BODY_HEADERS.includes(name))
  return { ...Object.fromEntries(own), Vary: 'Accept-Encoding, Cookie' }
}

/**
 * Requests a page from the app without a connection. Its result is shared by several visitors, so it must not end when
 * one of them disconnects. Express swaps the prototypes of requests and responses, so methods are replaced on the
 * objects.
 *
 * @throws an Error when there is no response after ten seconds
 */
function requestInternally(
  app: RequestListener,
  url: string,
  headers: Record<string, string>,
): Promise<InternalResponse> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url, headers, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  request.push(null)

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No response for ${url}`)), RENDER_TIMEOUT_MS)
    const response = new ServerResponse(request)
    const parts: Buffer[] = []
    const take = (chunk: unknown, encoding?: unknown) => {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
      parts.push(Buffer.from(chunk as string, typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined))
    }
    response.write = (chunk: unknown, encoding?: unknown) => {
      take(chunk, encoding)
      return true
    }
    response.end = ((chunk?: unknown, encoding?: unknown) => {
      take(chunk, encoding)
      clearTimeout(timer)
      resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(parts) })
      response.emit('finish')
      return response
    }) as typeof response.end
    app(request, response)
  })
}
