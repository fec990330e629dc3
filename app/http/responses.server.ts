import { redirect } from '@remix-run/node'
import { PUBLIC_PAGE } from './public-page'

/** Thrown by loaders and actions. The error page shows the text. */
export function notFound(what: string) {
  return new Response(`${what} not found`, { status: 404 })
}

export function badRequest(why: string) {
  return new Response(why, { status: 400 })
}

export function forbidden(why: string) {
  return new Response(why, { status: 403 })
}

export function tooMany(why: string, seconds: number) {
  return new Response(why, { status: 429, headers: { 'Retry-After': String(seconds) } })
}

/** @param cause for the log; the reader sees only `why` */
export function unavailable(why = 'Please try again in a moment.', cause?: unknown) {
  const response = new Response(why, { status: 503, headers: { 'Retry-After': '2' } })
  return Object.assign(response, { cause: cause ?? new Error(why) })
}

/** A permanent redirect. Browsers still ask again each time, because a deal can be renamed back. */
export function movedTo(path: string) {
  return redirect(path, { status: 301, headers: PUBLIC_PAGE })
}
