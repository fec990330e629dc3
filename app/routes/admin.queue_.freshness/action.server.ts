import { data } from '@remix-run/node'
import { z } from 'zod'
import { retryPicture } from '~/features/catalog/pictures/fetch-pictures.server'
import type { User } from '~/features/people/accounts/guards.server'
import { undoExpire } from '~/features/staff/bulk/undo-expire.server'
import {
  confirmStillCorrect,
  expireDeal,
  type FreshnessUndo,
  undoUnasked,
} from '~/features/staff/freshness/confirm.server'
import { freshnessPath, parseFreshnessSearch, rowAnchor } from '~/features/staff/freshness/freshness'
import type { Conflict } from '~/features/staff/moderation/decision-conflict.server'
import { undoDecision } from '~/features/staff/moderation/undo.server'
import { parseForm } from '~/http/forms.server'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

const undone = z.array(
  z.union([
    z.object({ kind: z.enum(['ended_report', 'broken_link']), id: z.uuid(), decisionId: z.uuid() }),
    z.object({ auditId: z.number().int().positive() }),
  ]),
)

const form = z.discriminatedUnion('intent', [
  z.object({
    intent: z.enum(['confirm', 'expire', 'retry-picture']),
    id: z.uuid(),
    next: z.uuid().optional().catch(undefined),
  }),
  z.object({ intent: z.literal('undo-expire'), batch: z.uuid() }),
  z.object({ intent: z.literal('undo'), id: z.uuid(), undo: z.string().max(2_000) }),
])

/** "Still correct" or "Set expired" for one deal, or the undo of the last press. The next row then has the focus. */
export async function decideFreshness(request: Request, staff: User) {
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw badRequest('Unknown action.')
  const { value } = submission
  const list = freshnessPath(parseFreshnessSearch(request.url))
  if (value.intent === 'undo-expire') {
    const count = await undoExpire(staff.id, value.batch)
    if (count === undefined) return refuse({ text: 'This was undone already, or 30 days have passed.' })
    const text = 'Deals that were changed since stay as they are.'
    return redirectWithToast(list, { tone: 'success', title: `${pluralize(count, 'deal')} as before`, text })
  }
  if (value.intent === 'undo') {
    const conflict = await undoAll(staff, parseUndo(value.undo))
    if (conflict) return refuse(conflict)
    return redirectWithToast(`${list}#${rowAnchor(value.id)}`, { tone: 'success', title: 'Undone' })
  }

  const next = `${list}#${value.next ? rowAnchor(value.next) : 'freshness'}`
  if (value.intent === 'retry-picture') {
    if (!(await retryPicture(value.id))) throw notFound('Picture')
    return redirectWithToast(next, { tone: 'success', title: 'The picture will be fetched again' })
  }
  const hasEnded = value.intent === 'expire'
  const outcome = await (hasEnded ? expireDeal : confirmStillCorrect)(staff, value.id)
  if (outcome.is === 'missing') throw notFound('Deal')
  if (outcome.is === 'conflict') return refuse(outcome.conflict)
  const { title, right, undo } = outcome
  return redirectWithToast(next, {
    tone: 'success',
    title: `${hasEnded ? 'Set to expired' : 'Still correct'}: ${title}`,
    ...(right > 0 && { text: `${pluralize(right, 'member')} ${right === 1 ? 'was' : 'were'} right.` }),
    undo: { action: list, fields: { intent: 'undo', id: value.id, undo: JSON.stringify(undo) } },
  })
}

const refuse = ({ text }: Conflict) => data({ conflict: text }, { status: 409 })

function parseUndo(text: string): FreshnessUndo[] {
  try {
    return undone.parse(JSON.parse(text))
  } catch {
    throw badRequest('Unknown action.')
  }
}

/** Undoes each decision; returns why the first one could not be undone. */
async function undoAll(staff: User, parts: FreshnessUndo[]): Promise<Conflict | undefined> {
  for (const part of parts) {
    if ('auditId' in part) {
      if (!(await undoUnasked(staff, part.auditId))) return { text: 'It can no longer be undone.' }
      continue
    }
    const outcome = await undoDecision(staff, part, part.decisionId)
    if (outcome.is === 'conflict') return outcome.conflict
    if (outcome.is !== 'done') return { text: 'It can no longer be undone.' }
  }
  return undefined
}
