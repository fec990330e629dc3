import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '~/request-context.server'
import { type BodyRule, bodyRule, isFormSized, tooLarge } from './form-body'
import { hasBody } from './malformed-request'
import { respondRaw } from './raw-response.server'
import { CLOSE_DELAY_MS, type Rejection } from './rejection.server'
import { isDataPath, pathOf } from './request-path'

/** A form has to be there after 30 s, a file has to keep coming: so much of it every 30 s. */
const BODY_TIMEOUT_MS = 30_000
const MIN_PROGRESS_BYTES = 4 * 1_024 * 1_024

/** Watches a body while the app reads it. One that gets too large or too slow is cut, and its sender told why. */
export function guardBody(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const rule = bodyRule(request)
  const isRepeatable = !rule.isUpload && request.method === 'POST' && !isDataPath(pathOf(request))
  if (isRepeatable) context.body = []
  if (!hasBody(request)) return
  let received = 0
  let timer = setTimeout(cutSlow, BODY_TIMEOUT_MS)
  let isCut = false

  // Counting the chunks as the parser hands them over leaves the stream to its reader.
  const push = request.push
  request.push = (chunk: Buffer | null, encoding) => {
    if (isCut) return false
    const before = received
    received += chunk?.length ?? 0
    if (received > rule.maxBytes) {
      cut(tooLarge(rule))
      return false
    }
    if (chunk) context.body?.push(chunk)
    if (chunk === null) clearTimeout(timer)
    else if (hasProgressed(before, received, rule)) {
      clearTimeout(timer)
      timer = setTimeout(cutSlow, BODY_TIMEOUT_MS)
    }
    return push.call(request, chunk, encoding)
  }
  response.once('close', () => clearTimeout(timer))
  // Answered before the body was read: a short rest is dropped, so that the connection can serve the next request, and
  // a long one is not waited for.
  response.once('finish', () => {
    if (request.complete) return
    if (isFormSized(request, rule)) request.removeAllListeners('data').resume()
    setTimeout(() => request.complete || request.destroy(), CLOSE_DELAY_MS)
  })

  function cutSlow() {
    cut({ status: 408, title: 'Too slow', text: 'The form took too long to arrive. Please try again.' })
  }

  // The app may be half way through: its response object is left alone, and finds the connection closed.
  function cut(refusal: Rejection) {
    isCut = true
    clearTimeout(timer)
    if (response.headersSent) request.destroy()
    else {
      response.statusCode = refusal.status
      respondRaw(request.socket, refusal, context.id)
    }
  }
}

function hasProgressed(before: number, received: number, { isUpload }: BodyRule) {
  return isUpload && Math.floor(received / MIN_PROGRESS_BYTES) > Math.floor(before / MIN_PROGRESS_BYTES)
}
