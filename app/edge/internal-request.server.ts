import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export type InternalResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const RENDER_TIMEOUT_MS = 10_000

/**
 * Requests a page from the app without a connection. Its result is shared by several visitors, so it must not end when
 * one of them disconnects. Express swaps the prototypes of requests and responses, so methods are replaced on the
 * objects.
 *
 * @throws an Error when there is no response after ten seconds
 */
export function requestInternally(
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
