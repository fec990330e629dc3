import { z } from 'zod'
import { isUuid } from './cursor'
import { recordFailure } from './failed-form'
import { withFormErrors } from './form-errors.server'
import { invalid, parseForm, readForm } from './forms.server'
import { notFound } from './responses.server'
import { redirectWithToast } from './toast.server'

type SaveError = { status: 400 | 409; fieldErrors?: Record<string, string[]>; formErrors?: string[] }

/** A kind of record with a list and a form, and how to save and delete it. */
type RecordKind<Schema extends z.ZodType> = {
  noun: string
  list: string
  form: Schema
  /** `seen` is what the form was made from. Undefined when the row is gone. */
  save(id: string | undefined, value: z.output<Schema>, seen: string): Promise<{ id: string } | SaveError | undefined>
  remove(id: string): Promise<'removed' | 'missing' | { hanging: string }>
}

/** The id in a path. Undefined for "new", the form of a new record. Throws a 404 response for anything else. */
export function parseRecordId(param: string | undefined, noun: string) {
  if (param === 'new') return undefined
  if (!param || !isUuid(param)) throw notFound(noun)
  return param
}

const deletion = z.object({ intent: z.literal('delete') })

/** The action of such a form: saves the record, or deletes it when the delete button was pressed. */
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
    return invalid(submission, { status: 409, formErrors: [`This cannot be deleted: ${outcome.hanging}.`] })
  }

  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await save(id, submission.value, String(sent.get('seen') ?? ''))
  if (!saved) throw notFound(noun)
  if ('status' in saved) return invalid(submission, saved)
  return redirectWithToast(list, { tone: 'success', title: `${noun} ${id ? 'updated' : 'created'}` })
}
