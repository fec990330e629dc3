import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { isPasswordField } from './failed-form'
import { areSafeNames, FIELDS_MAX, INTENT } from './field-names'
import { hasValidIntent, type Lists } from './list-intent.server'
import { badRequest } from './responses.server'

const forms = new WeakMap<Request, Promise<URLSearchParams>>()

/**
 * Reads the request's fields, one by one as they were sent. The body stays readable for whoever asks next.
 *
 * @param lists those that the form's buttons change
 * @throws a 400 for a body that is no form, whose names the form parser should not see, or that holds a character the
 * database cannot keep
 */
export async function readForm(request: Request, lists: Lists = {}) {
  const reading = forms.get(request) ?? readFields(request)
  forms.set(request, reading)
  const form = await reading
  if (!hasValidIntent(form, lists)) throw unreadable()
  return form
}

async function readFields(request: Request) {
  const type = request.headers.get('Content-Type')
  if (request.body && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')) throw unreadable()
  const body = await request
    .clone()
    .text()
    .catch(() => {
      throw unreadable()
    })
  // Counted before anything is made of them.
  if (body.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) throw badRequest('This form has too many fields.')
  const form = new URLSearchParams(body)
  if (!areSafeNames(form.keys())) throw unreadable()
  if ([...form.values()].some((value) => value.includes('\0'))) {
    throw badRequest('The text holds a character we cannot keep.')
  }
  return form
}

const unreadable = () => badRequest('This form could not be read.')

/** Reads the request's form against a schema; the result is a value or a reply with errors. */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema, lists?: Lists) {
  return parseWithZod(await readForm(request, lists), { schema })
}

/** The same from single fields only, which need no parsing: for a caller who is at a limit. Undefined unless all is right. */
export async function readValue<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const form = await readForm(request).catch(() => new URLSearchParams())
  return schema.safeParse(Object.fromEntries(form)).data
}

type Reply = {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
  status?: number
  retryAfter?: number
  headers?: Record<string, string>
}

/** Sends the form back with its errors. The 4xx also tells Remix not to reload the page's data. */
export function invalid<Value>(submission: Submission<Value>, reply: Reply = {}) {
  const { formErrors, fieldErrors } = reply
  const errors = { ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) }
  return data(submission.reply({ ...errors, hideFields: passwordsIn(submission.payload) }), initOf(reply))
}

function initOf({ status = 400, retryAfter, headers }: Reply) {
  return { status, headers: { ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) } }
}

// What was typed comes back with the errors; a password never does.
function passwordsIn(payload: Record<string, unknown>) {
  return Object.keys(payload).filter(isPasswordField)
}

/** The same for a form that is turned down before it is parsed: its texts come back, its lists do not. */
export async function rejectUnparsed(request: Request, reply: Reply) {
  const form = await readForm(request).catch(() => new URLSearchParams())
  const texts = [...form].filter(([name]) => !/[.[]/.test(name) && name !== INTENT && !isPasswordField(name))
  const result = {
    status: 'error',
    initialValue: Object.fromEntries(texts),
    error: { '': reply.formErrors ?? [], ...reply.fieldErrors },
  } satisfies SubmissionResult
  return data(result, initOf(reply))
}

// Letters that show nothing: zero-width ones, fillers, direction marks. A text of nothing else is empty.
const INVISIBLE = /[\s\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu

/** One line or several of plain text, trimmed; `max` counts characters as people do, not bytes. */
export function text(label: string, max: number) {
  return (
    z
      .string({ error: `${label} is required.` })
      // A form sends each line break as two characters, which the writer counted as one.
      .transform((value) => value.replace(/\r\n?/g, '\n').trim())
      .refine((value) => value.replace(INVISIBLE, '') !== '', { error: `${label} is required.`, abort: true })
      .refine((value) => [...value].length <= max, `${label} must be at most ${max} characters.`)
  )
}
