import type { IncomingMessage } from 'node:http'
import { hasBody } from './malformed-request'
import type { Rejection } from './rejection.server'
import { pathOf } from './request-path'

const KB = 1_024
const FORM: BodyRule = { maxBytes: 256 * KB, maxSize: '256 kB', isUpload: false }
// The file may have 100 MB; the form around it needs a little room.
const UPLOAD: BodyRule = { maxBytes: 101 * KB * KB, maxSize: '100 MB', isUpload: true }

export type BodyRule = { maxBytes: number; maxSize: string; isUpload: boolean }

/** What a route takes. Routes match in any case and with slashes to spare, and so does this. */
export function bodyRule(request: IncomingMessage): BodyRule {
  return /^\/+admin\/+csv-import(\/*|\.data)$/i.test(pathOf(request)) ? UPLOAD : FORM
}

/** Whether a body is no longer than forms may be, where a file would be taken too. */
export function isFormSized(request: IncomingMessage, { maxBytes }: BodyRule) {
  return Number(request.headers['content-length'] ?? maxBytes) <= FORM.maxBytes
}

/** Bodies that will not be read, as far as the headers tell. */
export function rejectBadBody(request: IncomingMessage): Rejection | undefined {
  if (request.method !== 'POST') return
  const rule = bodyRule(request)
  if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes) return tooLarge(rule)
  return rejectWrongType(request, rule)
}

export function tooLarge({ maxSize }: BodyRule): Rejection {
  return { status: 413, title: 'Too large', text: `This request is too large. The limit is ${maxSize}.` }
}

function rejectWrongType(request: IncomingMessage, { isUpload }: BodyRule): Rejection | undefined {
  const given = request.headers['content-type']
  const [type, ...parameters] = (given ?? '').toLowerCase().split(';')
  if (type?.trim() === 'application/x-www-form-urlencoded') return
  if (isUpload && type?.trim() === 'multipart/form-data') {
    return parameters.some((parameter) => /^\s*boundary="?[^"\s]{1,70}/.test(parameter)) ? undefined : cutOff
  }
  // Nothing was sent and nothing was said: a form without fields.
  if (given === undefined && !hasBody(request)) request.headers['content-type'] = 'application/x-www-form-urlencoded'
  else return wrongType
}

const cutOff = { status: 400, title: 'Bad request', text: 'This form could not be read.' }
const wrongType = { status: 415, title: 'Not supported', text: 'Only forms are accepted here.' }
