import { z } from 'zod'
import { CHANGE_EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_OWNERS } from '~/features/catalog/record/change-log'
import { readNewValue, VALUE_FIELDS } from '~/features/contributions/change-logs/value-form.server'
import { NOTE_MAX, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'
import type { ItemDecision } from '~/features/contributions/kinds/kind-rules.server'
import { findKind, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { optional, paragraphs, required } from '~/http/fields.server'

/** As in the database. */
const version = z.coerce.number().int().min(1).max(2_147_483_647)
/** The version that the moderator read, and the id of the row to focus next in a list. */
const versionedId = {
  id: z.uuid(),
  version,
  next: z.uuid().optional().catch(undefined),
}
const NO_REASON = 'Write one sentence: the person reads it.'

type VersionedId = { id: string; version: number; next?: string }
type Rejection = VersionedId & Omit<Extract<ItemDecision, { to: 'REJECTED' }>, 'to'>
type SentDecision = { item: { id: string; version: number }; next?: string; decision: ItemDecision }

/** The form that creates a decision; undefined if items of the kind are not decided in this way. */
export function decisionForm(kind: Kind, intent: DecisionIntent): z.ZodType<SentDecision> | undefined {
  const { approve, requestChanges } = specOf(kind)
  if (intent === 'approve') return approve.path ? undefined : approveForm
  if (intent === 'request-changes') return requestChanges && requestChangesForm
  return rejectForm(kind).transform(({ id, version, next, ...rejection }) => {
    return { item: { id, version }, next, decision: { to: 'REJECTED' as const, ...rejection } }
  })
}

/** The intents that create a decision, as on the buttons. */
export const DECISION_INTENTS = ['approve', 'reject', 'request-changes'] as const
export type DecisionIntent = (typeof DECISION_INTENTS)[number]

/** `value` is set when the approval also writes it to the deal. */
const approveForm = z
  .object({
    ...versionedId,
    affects: z.enum(AFFECTS_OWNERS).optional(),
    effect: z.enum(CHANGE_EFFECTS).optional(),
    silent: z.boolean().default(false),
    answer: optional('Answer', paragraphs(NOTE_MAX), null),
    ...VALUE_FIELDS,
  })
  .transform(({ id, version, next, affects, effect, silent, answer, ...fields }, context) => {
    const value = readNewValue(fields, context)
    const decision = { to: 'APPROVED' as const, affects, effect, answer, isSilent: silent, ...(value && { value }) }
    return { item: { id, version }, next, decision }
  })

/** A reason from the list and a note, if the kind has reasons. "Other" needs a note. */
function rejectForm(kind: Kind): z.ZodType<Rejection> {
  const { reject, stop } = specOf(kind)
  const rejection = z.object(versionedId)
  if (stop) {
    const stoppable = rejection.extend({ stop: z.boolean().default(false) })
    return stoppable.transform(({ stop: isStopped, ...rest }) => ({ ...rest, isStopped }))
  }
  if (!reject.hasReason) return rejection
  if (reject.asks) {
    return rejection
      .extend({ note: optional(reject.asks, paragraphs(NOTE_MAX), null) })
      .refine(({ note }) => note !== null, { path: ['note'], error: NO_REASON })
      .transform((rest) => ({ ...rest, reason: 'NO_EVIDENCE' as const }))
  }
  return rejection
    .extend({
      reason: z.enum(REJECTION_REASONS, { error: 'Choose a reason.' }),
      note: optional('Note', paragraphs(NOTE_MAX), null),
    })
    .refine(({ reason, note }) => reason !== 'OTHER' || note !== null, {
      path: ['note'],
      error: 'Write a note: "Other" alone does not tell the author why.',
    })
}

const requestChangesForm = z
  .object({ ...versionedId, note: required('What should change', paragraphs(NOTE_MAX)) })
  .transform(({ id, version, next, note }) => {
    return { item: { id, version }, next, decision: { to: 'CHANGES_REQUESTED' as const, note } }
  })

/** A decision, or the last one on an item. */
export const undoForm = z.union([
  z.object({ decision: z.uuid() }),
  z.object({
    kind: z
      .string()
      .transform((text) => findKind(text)!)
      .refine(Boolean),
    id: z.uuid(),
    version,
  }),
])

const ITEM = /^[\da-f-]{36}\.\d{1,9}$/

/** Several items at once, each as `<id>.<version>`. */
export const selectionForm = z.object({
  selected: z
    .array(z.string().regex(ITEM))
    .min(1, 'Select at least one comment.')
    .max(100)
    .transform((values) => values.map((text) => ({ id: text.slice(0, 36), version: Number(text.slice(37)) }))),
})
