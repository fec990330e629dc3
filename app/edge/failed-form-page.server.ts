import type { EntryContext } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { escapeHtml } from '~/http/escape-html'
import { type Failure, failureText, isPasswordField, isTyped } from '~/http/failed-form'
import { isMultipart, readFirstFields } from '~/http/multipart.server'
import { findRequestContext } from '~/request-context.server'
import { DB_ERROR_RESPONSES } from './error-response.server'
import { plainDocument } from './plain-page.server'
import type { Rejection } from './rejection.server'

const FIELDS_MAX = 1_000
const LINE_MAX = 80

const BUG: Rejection = {
  status: 500,
  title: 'Something went wrong',
  text: 'Something unexpected happened.',
}

/**
 * The response to a form that failed and whose page cannot be rendered either, for example while the database is down:
 * a page built from the request alone that holds the entered values and can submit them again. Undefined when no form
 * failed. Cross-site forms were rejected before, so the fields are our own; they are escaped all the same.
 */
export async function respondWithFailedForm(request: Request, entry: EntryContext): Promise<Response | undefined> {
  const { body, dbError, id } = findRequestContext() ?? {}
  if (request.method !== 'POST' || !body || !hasFailed(entry, dbError)) return
  const form = await readFields(request, Buffer.concat(body))
  if (form.size > FIELDS_MAX) return

  const { statusCode } = entry.staticHandlerContext
  const { status, title, text, headers } = dbError
    ? DB_ERROR_RESPONSES[dbError]
    : statusCode === 503
      ? DB_ERROR_RESPONSES.database
      : BUG
  const { pathname, search } = new URL(request.url)
  const content = `<p class="lead" role="alert"><b>${escapeHtml(failureOf(entry, form))}.</b> ${escapeHtml(text)} Your entries are below; you can send them again.</p>
<form class="field-rows-form" method="post" action="${escapeHtml(pathname + search)}">
${[...form].map(([name, value]) => renderField(name, value)).join('\n')}
<div class="error-page__actions"><button class="btn btn--primary btn--lg">Try again</button></div>
</form>`
  return new Response(plainDocument({ title, content, reference: id }), {
    status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}

/** A file is not sent back; it has to be chosen again. */
async function readFields(request: Request, body: Buffer) {
  return isMultipart(request) ? readFirstFields(request, body) : new URLSearchParams(body.toString())
}

/** 4xx errors do not count: their pages render. */
function hasFailed({ staticHandlerContext: { errors } }: EntryContext, dbError: unknown) {
  if (dbError) return true
  return Object.values(errors ?? {}).some((error) => !(isRouteErrorResponse(error) && error.status < 500))
}

/** The failure text of the route's clientAction (http/form-failure), as shown where scripts run. */
function failureOf({ staticHandlerContext: { matches }, routeModules }: EntryContext, form: URLSearchParams) {
  for (const { route } of matches.toReversed()) {
    const { failure } = (routeModules[route.id]?.clientAction ?? {}) as { failure?: Failure }
    if (failure) return failureText(failure, form)
  }
  return 'Failed to send the form'
}

function renderField(name: string, value: string) {
  const attributes = `name="${escapeHtml(name)}" id="${escapeHtml(name)}"`
  if (isPasswordField(name)) {
    return labelled(
      name,
      `<input class="input" type="password" ${attributes} required autocomplete="current-password">`,
    )
  }
  if (!isTyped(name, value)) return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
  if (value.length <= LINE_MAX && !/[\r\n]/.test(value)) {
    return labelled(name, `<input class="input" ${attributes} value="${escapeHtml(value)}">`)
  }
  return labelled(name, `<textarea class="input" rows="8" ${attributes}>${escapeHtml(value)}</textarea>`)
}

function labelled(name: string, control: string) {
  return `<div class="field"><label class="field__label" for="${escapeHtml(name)}">${escapeHtml(labelOf(name))}</label>${control}</div>`
}

/** "source_url" is "Source URL", "faqs[1].question" is "Faqs 2 question". */
function labelOf(name: string) {
  if (name === 'body') return 'Your text'
  const label = name
    .replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1} `)
    .replace(/[._]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\b(url|cta|faqs?)\b/g, (word) => word.toUpperCase())
  return label.charAt(0).toUpperCase() + label.slice(1)
}
