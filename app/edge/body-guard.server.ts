import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '~/request-context.server'
import { type BodyRule, bodyRule, isFormSized, tooLarge } from './form-body'
import { hasBody } from './malformed-request'
import { respondRaw } from './raw-response.server'
import { CLOSE_DELAY_MS, type Rejection } from './rejection.server'

/** A form must arrive within this time. An upload must make some progress every time. */
const BODY_TIMEOUT_MS = 30_000

/** Limits the size and the duration of a body while the app reads it. Answers 413 or 408 and closes the connection. */
export function guardBody(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const rule = bodyRule(request)
  if (!hasBody(request)) return
  let received = 0
  let timer = setTimeout(cutSlow, BODY_TIMEOUT_MS)
  let isCut = false

  // Counted where the parser hands chunks over, so that the app can read the stream as usual.
  const push = request.push
  request.push = (chunk: Buffer | null, encoding) => {
    if (isCut) return false
    const before = received
    received += chunk?.length ?? 0
    if (received > rule.maxBytes) {
      cut(tooLarge(rule))
      return false
    }
    if (chunk === null) clearTimeout(timer)
    else if (hasProgressed(before, received, rule)) {
      clearTimeout(timer)
      timer = setTimeout(cutSlow, BODY_TIMEOUT_MS)
    }
    return push.call(request, chunk, encoding)
  }
  response.once('close', () => clearTimeout(timer))
  // Answered before the body was read: discard the rest of a short body, so that the connection can be reused, and close
  // the connection on a long one.
  response.once('finish', () => {
    if (request.complete) return
    if (isFormSized(request, rule)) request.removeAllListeners('data').resume()
    setTimeout(() => request.complete || request.destroy(), CLOSE_DELAY_MS)
  })

  function cutSlow() {
    cut({ status: 408, title: 'Too slow', text: 'The form took too long to arrive. Please try again.' })
  }

  // The app may be writing its response, so this bypasses the response object and closes the socket.
  function cut(rejection: Rejection) {
    isCut = true
    clearTimeout(timer)
    if (response.headersSent) request.destroy()
    else {
      response.statusCode = rejection.status
      respondRaw(request.socket, rejection, context.id)
    }
  }
}

function hasProgressed(before: number, received: number, { minProgress }: BodyRule) {
  return minProgress !== undefined && Math.floor(received / minProgress) > Math.floor(before / minProgress)
}
