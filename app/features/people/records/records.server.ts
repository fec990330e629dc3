import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { db } from '~/db/database.server'
import { requireAdmin, requireStaff, type User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { withFormErrors } from '~/http/actions.server'
import { recordFailure } from '~/http/forms'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { isUuid } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { type RecordKind, removeRecord, saveRecord } from './save-record.server'

const guardOf = ({ role }: { role: 'staff' | 'admin' }) => (role === 'admin' ? requireAdmin : requireStaff)

/** The loader of a record's form. `record` is undefined for a new one. */
export function recordLoader<Stored extends object, Sent extends Stored, More extends object = object>(
  kind: RecordKind<Stored, Sent, More>,
) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const user = await guardOf(kind)(request)
    const { noun, list, description } = kind
    const id = parseRecordId(params.id, kind)
    const [found, dependents = []] = id ? await Promise.all([kind.find(db, id), kind.dependents?.(db, id)]) : []
    if (id && !found) throw notFound(noun)
    const title = found ? kind.titleOf(found) : `New ${noun}`
    const head = pageHead({ title, description, path: list.to, isIndexed: false })
    const more = (await kind.more?.({ id, user, record: found })) as More
    const record = found && { ...found, dependents, isDeletable: kind.remove !== undefined }
    return { ...more, head, title, noun, list, record }
  }
}

/** The action of a record's form: saves it, deletes it with the intent `delete`, or with a `step` only shows it. */
export function recordAction<Stored extends object, Sent extends Stored, More extends object>(
  kind: RecordKind<Stored, Sent, More>,
) {
  return async ({ request, params }: ActionFunctionArgs) => {
    const user = await guardOf(kind)(request)
    const id = parseRecordId(params.id, kind)
    return withFormErrors(request, recordFailure(kind.noun), async () => {
      const sent = await readForm(request)
      if (id && kind.remove && sent.get('intent') === 'delete') return submitRemoval(request, user, kind, id)
      return submitRecord(request, user, kind, id)
    })
  }
}

async function submitRecord<Stored extends object, Sent extends Stored, More extends object>(
  request: Request,
  user: User,
  kind: RecordKind<Stored, Sent, More>,
  id: string | undefined,
) {
  const { noun, list } = kind
  const sent = await readForm(request)
  const submission = await parseForm(request, kind.form)
  const values = submission.status === 'success' ? submission.value : undefined
  if (sent.has('step')) return data({ ...submission.reply(), ...(await kind.show?.(values)) })
  if (!values) return invalid(submission)
  if (kind.needsPassword?.(values)) await requireRecentPassword(request, user)
  const saved = await saveRecord(kind, user, id, values, Number(sent.get('version')))
  if (!saved) throw notFound(noun)
  if ('conflict' in saved) return data({ ...submission.reply(), conflict: saved.conflict }, 409)
  if ('status' in saved) return invalid(submission, saved)
  const to = kind.savedTo?.(saved.id) ?? list.to
  return redirectWithToast(to, { tone: 'success', title: `${noun} ${id ? 'updated' : 'created'}` })
}

const deletion = z.object({ intent: z.literal('delete') })

async function submitRemoval<Stored extends object, Sent extends Stored, More extends object>(
  request: Request,
  user: User,
  kind: RecordKind<Stored, Sent, More>,
  id: string,
) {
  const { noun, list } = kind
  if (kind.needsPassword?.(undefined)) await requireRecentPassword(request, user)
  const outcome = await removeRecord(kind, user, id)
  if (outcome === 'missing') throw notFound(noun)
  if (outcome === 'removed') return redirectWithToast(list.to, { tone: 'success', title: `${noun} deleted` })
  const submission = await parseForm(request, deletion)
  return invalid(submission, { status: 409, formErrors: [`This cannot be deleted: ${outcome.dependents}.`] })
}

/**
 * The id in the address of a form; undefined for the form of a new record.
 *
 * @throws a 404 for anything else
 */
function parseRecordId(param: string | undefined, { noun, insert }: { noun: string; insert?: unknown }) {
  if (param === 'new' && insert) return undefined
  if (!param || !isUuid(param)) throw notFound(noun)
  return param
}
