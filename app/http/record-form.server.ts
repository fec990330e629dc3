import { z } from 'zod'
import { recordFailure } from './failed-form'
import { withFormErrors } from './form-errors.server'
import { invalid, parseForm, readForm } from './forms.server'
import { notFound } from './responses.server'
import { isUuid } from './row-id'
import { redirectWithToast } from './toast.server'

type SaveError = { status: 400 | 409; fieldErrors?: Record<string, string[]>; formErrors?: string[] }

/** A kind of row with a list and a form: its noun, the list's path, its schema and its writes. */
type RecordKind<Schema extends z.ZodType> = {
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
  kind: RecordKind<Schema>,
) {
  return withFormErrors(request, recordFailure(kind.noun), () => write(request, id, kind))
}

async function write<Schema extends z.ZodType>(
  request: Request,
  id: string | undefined,
  { noun, list, form, save, remove }: RecordKind<Schema>,
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
