import { data } from '@remix-run/node'
import { z } from 'zod'
import { log } from '~/log.server'
import { type Failure, type FormResult, failedForm, failureText, recordFailure } from './forms'
import { invalid, parseForm, RejectedForm, readForm } from './forms.server'
import { isMultipart } from './multipart.server'
import { isUuid } from './params'
import { isUnavailable, notFound, retryAfterHeader } from './responses.server'
import { isDocumentRequest, redirectWithToast, respondWithToast, type Toast } from './toast.server'

const RETRY_AFTER_SECONDS = 5

/**
 * Runs an action. When the database is unavailable, the form is returned with the entered values and the message of the
 * specification (§8), instead of an error page that loses them; so is a form that a guard rejected.
 */
export async function withFormErrors<Answer>(request: Request, failure: Failure, work: () => Promise<Answer>) {
  // An upload is a stream that can be read only once. Its fields are known when the action has read them.
  const copy = isMultipart(request) ? request : request.clone()
  try {
    return await work()
  } catch (error) {
    if (error instanceof RejectedForm) return error.answer
    if (!isUnavailable(error)) throw error
    const form = await readForm(copy).catch(() => new FormData())
    const text = failureText(failure, form)
    log.error({ err: error }, text)
    return data<FormResult>(failedForm(form, text), {
      status: 503,
      headers: retryAfterHeader(RETRY_AFTER_SECONDS),
    })
  }
}

/**
 * Runs the action of a route without a page: a toast shows the result, also when the database is
 * unavailable and there is no form that could show the error.
 */
export async function withToast(
  request: Request,
  { returnTo, failure }: { returnTo: string; failure: string },
  work: () => Promise<Toast>,
) {
  const answer = await withFormErrors(request, failure, async () => respondWithToast(request, returnTo, await work()))
  const isLost = 'data' in answer && answer.data?.failure && isDocumentRequest(request)
  return isLost ? redirectWithToast(returnTo, { tone: 'error', title: failure }) : answer
}

type SaveError = { status: 400 | 409; fieldErrors?: Record<string, string[]>; formErrors?: string[] }

/** A kind of row with a list and a form: its noun, the list's path, its schema and its writes. */
type WrittenKind<Schema extends z.ZodType> = {
  noun: string
  list: string
  form: Schema
  /** `version` is the fingerprint of the row that the form was made from. Undefined when the row is gone. */
  save(
    id: string | undefined,
    value: z.output<Schema>,
    version: string,
  ): Promise<{ id: string } | SaveError | undefined>
  remove(id: string): Promise<'removed' | 'missing' | { dependents: string }>
}

/**
 * The id in the address of such a form; undefined for the form of a new row.
 *
 * @throws a 404 for anything else
 */
export function parseRecordId(param: string | undefined, noun: string) {
  if (param === 'new') return undefined
  if (!param || !isUuid(param)) throw notFound(noun)
  return param
}

/**
 * The row that such a form edits; undefined for the form of a new row.
 *
 * @throws a 404 when it is gone
 */
export async function findRecord<Row>(
  param: string | undefined,
  noun: string,
  find: (id: string) => Promise<Row | undefined>,
) {
  const id = parseRecordId(param, noun)
  const row = id ? await find(id) : undefined
  if (id && !row) throw notFound(noun)
  return row
}

const deletion = z.object({ intent: z.literal('delete') })

/** The action of such a form: saves the row, or deletes it with the intent `delete`. */
export async function writeRecord<Schema extends z.ZodType>(
  request: Request,
  id: string | undefined,
  kind: WrittenKind<Schema>,
) {
  return withFormErrors(request, recordFailure(kind.noun), () => write(request, id, kind))
}

async function write<Schema extends z.ZodType>(
  request: Request,
  id: string | undefined,
  { noun, list, form, save, remove }: WrittenKind<Schema>,
) {
  const sent = await readForm(request)
  if (id && sent.get('intent') === 'delete') {
    const outcome = await remove(id)
    if (outcome === 'missing') throw notFound(noun)
    if (outcome === 'removed') return redirectWithToast(list, { tone: 'success', title: `${noun} deleted` })
    const submission = await parseForm(request, deletion)
    return invalid(submission, { status: 409, formErrors: [`This cannot be deleted: ${outcome.dependents}.`] })
  }

  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await save(id, submission.value, String(sent.get('version') ?? ''))
  if (!saved) throw notFound(noun)
  if ('status' in saved) return invalid(submission, saved)
  return redirectWithToast(list, { tone: 'success', title: `${noun} ${id ? 'updated' : 'created'}` })
}
