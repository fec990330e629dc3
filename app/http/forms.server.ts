import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { badRequest } from './responses.server'

/** The names of our own fields are far shorter, and our longest form has a few hundred of them. */
const NAME_MAX = 100
const FIELDS_MAX = 1_000

/**
 * Reads the request's form. The body stays readable for whoever asks next.
 *
 * @throws a 400 for a body that is no form, or that holds a character the database cannot keep
 */
export async function readForm(request: Request) {
  const form = await request
    .clone()
    .formData()
    .catch(() => {
      throw badRequest('This form could not be read')
    })
  // Reading a field that comes again takes longer each time: tens of thousands would hold everybody up for seconds.
  if ([...form.keys()].length > FIELDS_MAX) throw badRequest('This form has too many fields')
  for (const [name, value] of form) {
    // Dots and brackets in a name nest, and thousands of them are more than can be sent back.
    if (name.length > NAME_MAX) throw badRequest('This form could not be read')
    if (typeof value === 'string' && value.includes('\0')) throw badRequest('The text holds a character we cannot keep')
  }
  return form
}

/** Reads the request's form against a schema; the result is a value or a reply with errors. */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema) {
  return parseWithZod(await readForm(request), { schema })
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
  const { status = 400, retryAfter, headers, ...errors } = reply
  const result = submission.reply({ ...errors, hideFields: passwordsIn(submission.payload) })
  return data(result, { status, headers: { ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) } })
}

// What was typed comes back with the errors; a password never does.
function passwordsIn(payload: Record<string, unknown>) {
  return Object.keys(payload).filter((name) => /password/i.test(name))
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
