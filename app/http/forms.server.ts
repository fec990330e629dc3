import { INTENT } from '@conform-to/dom'
import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { type FormResult, isPasswordField } from './forms'
import { badRequest, retryAfterHeader } from './responses.server'

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
    throw badRequest('The text contains a character we cannot store.')
  }
  return form
}

/** Lets `readForm` return the fields of a multipart form, whose body can be read only once. */
export function setParsedForm(request: Request, fields: URLSearchParams) {
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

/** Returns the form with its errors. After a 4xx Remix does not revalidate the page's data either. */
export function invalid<Value>(submission: Submission<Value>, reply: Reply = {}) {
  const { formErrors, fieldErrors } = reply
  const errors = { ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) }
  return data(submission.reply({ ...errors, hideFields: passwordsIn(submission.payload) }), initOf(reply))
}

/** Returns the form with its errors. After a button that only changes rows, required fields are not checked yet. */
export function returnForm<Value>(submission: Submission<Value>, reply: Reply = {}) {
  if (submission.status !== undefined) return invalid(submission, reply)
  const { error: _tooEarly, ...result } = submission.reply()
  return data(result)
}

/** Thrown by a guard within `withFormErrors`, which returns the form. */
export class RejectedForm {
  readonly answer: ReturnType<typeof data<FormResult>>
  constructor(result: FormResult, reply: Reply) {
    this.answer = data(result, initOf(reply))
  }
}

function initOf({ status = 400, retryAfter, headers }: Reply) {
  return { status, headers: { ...headers, ...(retryAfter && retryAfterHeader(retryAfter)) } }
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

// A field's name is a path such as `pros_cons[3].text`, from which the form parser builds lists and objects. Later steps
// take time for each list entry, also for empty ones, so indexes and lengths are limited here.

/** The longest form has a few hundred fields, names of up to 25 characters and lists of up to 100 entries. */
const FIELDS_MAX = 1_000
const NAME_MAX = 100
const LEVELS_MAX = 5
const INDEX_MAX = 200
/** Total length of all lists of a form. */
const ENTRIES_MAX = 1_000

const KEY = '[^.[\\]\\p{Cc}]+'
const NAME = new RegExp(`^${KEY}(?:\\.${KEY}|\\[\\d{1,3}\\]){0,${LEVELS_MAX - 1}}(?:\\[\\])?$`, 'u')
const SEGMENT = /\.?[^.[\]]+|\[\d*\]/g

type Kind = 'value' | 'list' | 'object'

/**
 * Whether a form with these names is safe and cheap to parse: no long or deep paths, no names of Object.prototype
 * (`constructor`, `toString`), no reserved names, and no path with two types.
 */
export function areSafeNames(names: Iterable<string>): boolean {
  const kinds = new Map<string, Kind>()
  const lengths = new Map<string, number>()
  let entries = 0

  for (const name of new Set(names)) {
    if (name === INTENT) continue
    if (name.length > NAME_MAX || !NAME.test(name)) return false
    const segments = name.match(SEGMENT)!
    if (segments.length > LEVELS_MAX) return false
    let path = ''
    for (const [level, segment] of segments.entries()) {
      if (segment.startsWith('[')) {
        const before = lengths.get(path) ?? 0
        const index = segment === '[]' ? before : Number(segment.slice(1, -1))
        if (index > INDEX_MAX) return false
        lengths.set(path, Math.max(before, index + 1))
        entries += Math.max(0, index + 1 - before)
        path += `[${index}]`
      } else {
        if (!isPlainKey(segment.replace('.', ''))) return false
        path += segment
      }
      const kind = kindOf(segments[level + 1])
      if ((kinds.get(path) ?? kind) !== kind) return false
      kinds.set(path, kind)
    }
    if (entries > ENTRIES_MAX) return false
  }
  return true
}

function isPlainKey(key: string) {
  return !key.startsWith('__') && key !== 'prototype' && !(key in Object.prototype)
}

function kindOf(next: string | undefined): Kind {
  if (next === undefined) return 'value'
  return next.startsWith('[') ? 'list' : 'object'
}

/** The lists of a form whose entries its buttons can insert, remove and reorder, with the field names of an entry. */
type Lists = Record<string, readonly string[]>

/** Maximum length of a default value of an inserted entry. */
const DEFAULT_VALUE_MAX = 100

/**
 * Whether the form has no list intent, or one that its buttons can send. The form parser itself would accept any path
 * and any value.
 */
function hasValidIntent(form: URLSearchParams, lists: Lists): boolean {
  const intents = form.getAll(INTENT)
  if (intents.length === 0) return true
  const intent = intents.length === 1 ? intentOf(lists).safeParse(parseJson(intents[0]!)) : undefined
  if (!intent?.success) return false

  // The target must be a list or not exist yet.
  const { name } = intent.data.payload
  return ![...form.keys()].some((field) => field === name || field.startsWith(`${name}.`))
}

const index = z.int().min(0).max(INDEX_MAX)

function intentOf(lists: Lists) {
  const name = z.enum(Object.keys(lists))
  const part = z.enum(Object.values(lists).flat())
  const defaultValue = z.partialRecord(part, z.string().max(DEFAULT_VALUE_MAX))
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('insert'), payload: z.strictObject({ name, defaultValue }) }),
    z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name, index }) }),
    z.strictObject({ type: z.literal('reorder'), payload: z.strictObject({ name, from: index, to: index }) }),
  ])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
