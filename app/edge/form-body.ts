import type { IncomingMessage } from 'node:http'
import { hasBody } from './malformed-request'
import type { Rejection } from './rejection.server'
import { pathOf } from './request-path'

const KB = 1_024
const MB = KB * KB
const FORM: BodyRule = { maxBytes: 256 * KB, maxSize: '256 kB' }
// 100 MB for the file and some room for the form around it.
const CSV: BodyRule = { maxBytes: 101 * MB, maxSize: '100 MB', minProgress: 4 * MB }
// Of a proof 5 MB are kept. More is received, so that the form comes back with what was typed; phones send it slowly.
const PROOF: BodyRule = { maxBytes: 32 * MB, maxSize: '5 MB', minProgress: MB / 2 }

// One click to unsubscribe: mail programs send it as either kind of form (RFC 8058).
const ONE_CLICK: BodyRule = { ...FORM, minProgress: FORM.maxBytes }

export type BodyRule = {
  maxBytes: number
  maxSize: string
  /** Bytes that must arrive every 30 s where files are accepted. Other forms must be whole by then. */
  minProgress?: number
}

/** The body limits of a route. Like the router, it ignores case and repeated slashes. */
export function bodyRule(request: IncomingMessage): BodyRule {
  const path = pathOf(request)
  if (/^\/+admin\/+csv-import(\/*|\.data)$/i.test(path)) return CSV
  if (/^\/+unsubscribe\/+[^/]+?(\/*|\.data)$/i.test(path)) return ONE_CLICK
  const isFile = /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  return isFile && /^\/+deals\/+[^/]+?(\/*|\.data)$/i.test(path) ? PROOF : FORM
}

/** Whether a body is within the limit for forms, also on a route that accepts files. */
export function isFormSized(request: IncomingMessage, { maxBytes }: BodyRule) {
  return Number(request.headers['content-length'] ?? maxBytes) <= FORM.maxBytes
}

/** Rejects a body by its headers: too large, or not a form. */
export function rejectBadBody(request: IncomingMessage): Rejection | undefined {
  if (request.method !== 'POST') return
  const rule = bodyRule(request)
  if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes) return tooLarge(rule)
  return rejectWrongType(request, rule)
}

export function tooLarge({ maxSize }: BodyRule): Rejection {
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
