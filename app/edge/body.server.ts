import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '~/request-context.server'
import { CLOSE_DELAY_MS, type Rejection, respondRaw } from './errors.server'
import { hasBody, pathOf } from './request.server'

const KB = 1_024
const MB = KB * KB
const FORM: BodyRule = { maxBytes: 256 * KB, maxSize: '256 kB' }
// 100 MB for the file and some room for the form around it.
const CSV: BodyRule = { maxBytes: 101 * MB, maxSize: '100 MB', minProgress: 4 * MB }
// Proofs may have 5 MB. Larger bodies are read to the end, so that the form can be shown again with its values. Phones
// send them slowly.
const PROOF: BodyRule = { maxBytes: 32 * MB, maxSize: '5 MB', minProgress: MB / 2 }
// Staff upload pictures of 10 MB, alone or with the form of a deal.
const PICTURE: BodyRule = { ...PROOF, maxSize: '10 MB' }

// The longest texts, of which a character may take twelve bytes of a form.
const PAGE: BodyRule = { maxBytes: 2 * MB, maxSize: '2 MB' }

// One click to unsubscribe: mail programs send it as either kind of form (RFC 8058).
const ONE_CLICK: BodyRule = { ...FORM, minProgress: FORM.maxBytes }

type BodyRule = {
  maxBytes: number
  maxSize: string
  /** Bytes that must arrive every 30 s where files are accepted. Other forms must be whole by then. */
  minProgress?: number
}

/** The body limits of a route. Like the router, it ignores case and repeated slashes. */
function bodyRule(request: IncomingMessage): BodyRule {
  const path = pathOf(request)
  if (/^\/+admin\/+csv-import(\/*|\.data)$/i.test(path)) return CSV
  if (/^\/+admin\/+pages\/+[^/]+?(\/*|\.data)$/i.test(path)) return PAGE
  if (/^\/+unsubscribe\/+[^/]+?(\/*|\.data)$/i.test(path)) return ONE_CLICK
  const isFile = /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  if (isFile && /^\/+admin\/+(pictures|site|deals\/+[^/]+?)(\/*|\.data)$/i.test(path)) return PICTURE
  return isFile && /^\/+deals\/+[^/]+?(\/*|\.data)$/i.test(path) ? PROOF : FORM
}

/** Whether a body is within the limit for forms, also on a route that accepts files. */
function isFormSized(request: IncomingMessage, { maxBytes }: BodyRule) {
  return Number(request.headers['content-length'] ?? maxBytes) <= FORM.maxBytes
}

/** Rejects a body by its headers: too large, or not a form. */
export function rejectBadBody(request: IncomingMessage): Rejection | undefined {
  if (request.method !== 'POST') return
  const rule = bodyRule(request)
  if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes) return tooLarge(rule)
  return rejectWrongType(request, rule)
}

function tooLarge({ maxSize }: BodyRule): Rejection {
  return { status: 413, title: 'Too large', text: `This request is too large. The limit is ${maxSize}.` }
}

function rejectWrongType(request: IncomingMessage, { minProgress }: BodyRule): Rejection | undefined {
  const contentType = request.headers['content-type']
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (type?.trim() === 'application/x-www-form-urlencoded') return
  if (minProgress && type?.trim() === 'multipart/form-data') {
    return parameters.some((parameter) => /^\s*boundary="?[^"\s]{1,70}/.test(parameter)) ? undefined : cutOff
  }
  // Neither body nor type: a form without fields.
  if (contentType === undefined && !hasBody(request))
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
  else return wrongType
}

const cutOff = { status: 400, title: 'Bad request', text: 'This form could not be read.' }
const wrongType = { status: 415, title: 'Not supported', text: 'Only forms are accepted here.' }

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
