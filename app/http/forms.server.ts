import { INTENT } from '@conform-to/dom'
import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { isPasswordField } from './failed-form'
import { areSafeNames, FIELDS_MAX } from './field-names'
import { hasValidIntent, type Lists } from './list-intent.server'
import { badRequest } from './responses.server'

const forms = new WeakMap<Request, Promise<URLSearchParams>>()

/**
 * Reads the fields of the request's form. It can be called again: the body is read once for each request.
 *
 * @param lists the lists that the form's buttons change
 * @throws a 400 response for a body that is not a form, unsafe field names, too many fields or a NUL character
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
  // Counted before parsing, which takes time for each field.
  if (body.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) throw badRequest('This form has too many fields.')
  return checkFields(new URLSearchParams(body))
}

function checkFields(form: URLSearchParams) {
  if (!areSafeNames(form.keys())) throw unreadable()
  if ([...form.values()].some((value) => value.includes('\0'))) {
    throw badRequest('The text holds a character we cannot keep.')
  }
  return form
}

/** Lets `readForm` return the fields of a multipart form, whose body can be read only once. */
export function keepForm(request: Request, fields: URLSearchParams) {
  forms.set(request, Promise.resolve(checkFields(fields)))
}

const unreadable = () => badRequest('This form could not be read.')

/** Validates the request's form with a schema. Returns a submission with a value or errors. */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema, lists?: Lists) {
  return parseWithZod(await readForm(request, lists), { schema })
}

/** The value of a form without lists, or undefined if it is invalid. Cheap: for a member who is at a limit. */
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

/** Returns the form with its errors. The 4xx also keeps Remix from revalidating the page's data. */
export function invalid<Value>(submission: Submission<Value>, reply: Reply = {}) {
  const { formErrors, fieldErrors } = reply
  const errors = { ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) }
  return data(submission.reply({ ...errors, hideFields: passwordsIn(submission.payload) }), initOf(reply))
}

function initOf({ status = 400, retryAfter, headers }: Reply) {
  return { status, headers: { ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) } }
}

// Entered values are returned with the errors, except passwords.
function passwordsIn(payload: Record<string, unknown>) {
  return Object.keys(payload).filter(isPasswordField)
}

/** Like `invalid`, for a form rejected before parsing: texts are returned, lists are not. */
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
