import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const PATIENCE = 10_000

/**
 * Asks the app for a page without a connection, for more than the one visitor who happens to ask: nobody's leaving ends
 * it. Express gives requests and responses prototypes of its own, so what is replaced here is replaced on the objects.
 *
 * @throws when there is no answer after ten seconds
 */
export function askApp(app: RequestListener, url: string, headers: Record<string, string>): Promise<Answer> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url, headers, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  request.push(null)

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer for ${url}`)), PATIENCE)
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
