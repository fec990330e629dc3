import { z } from 'zod'
import { CHANGE_EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_OWNERS } from '~/features/catalog/record/change-log'
import { readNewValue, VALUE_FIELDS } from '~/features/contributions/change-logs/value-form.server'
import { NOTE_MAX, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { Refusal } from '~/features/contributions/kinds/queue-kind.server'
import { optional, paragraphs, required } from '~/http/fields.server'
import type { RequestedDecision, VersionedId } from './decisions.server'

// The version that the moderator read. The forms of the site always send a valid one.
const versionedId = { id: z.uuid(), version: z.string().regex(/^\d{1,10}$/) }
/** `<id>.<version>` */
const ITEM = /^[\da-f-]{36}\.\d{1,10}$/
const toVersionedId = (text: string) => ({ id: text.slice(0, 36), version: text.slice(37) })
/** Id of the line to focus next in a list. */
const next = z.uuid().optional().catch(undefined)

/** The fields of the decision on the proof beside a review, in the same press. */
const proofBeside = {
  proof: z.enum(['checked', 'refused', 'later']).default('later'),
  proofItem: z.string().regex(ITEM).optional(),
  proofNote: optional('Reason', paragraphs(NOTE_MAX), null),
}

const NO_REASON = 'Write one sentence: the person reads it.'

function decisionOnProof(proof: 'checked' | 'refused' | 'later', note: string | null) {
  if (proof === 'checked') return { to: 'APPROVED' as const }
  return proof === 'refused' ? { to: 'REJECTED' as const, reason: 'NO_EVIDENCE' as const, note } : undefined
}

type Sent = VersionedId & { next?: string }
type SentDecision = {
  item: VersionedId
  decision: RequestedDecision
  /** Id of the line to focus next in a list. */
  next?: string
  /** The decision on the proof beside a review. */
  beside?: { item: VersionedId; decision: RequestedDecision }
}

/** The form that creates a decision; undefined if items of the kind are not decided in this way. */
export function decisionForm(kind: Kind, intent: DecisionIntent): z.ZodType<SentDecision> | undefined {
  const { approve, requestChanges } = specOf(kind)
  if (intent === 'approve') return approve.path ? undefined : approveForm
  if (intent === 'request-changes') return requestChanges && requestChangesForm
  return rejectForm(kind).transform(({ id, version, next, ...refusal }) => {
    return { item: { id, version }, next, decision: { to: 'REJECTED' as const, ...refusal } }
  })
}

/** The intents that create a decision, as on the buttons. */
export const DECISION_INTENTS = ['approve', 'reject', 'request-changes'] as const
export type DecisionIntent = (typeof DECISION_INTENTS)[number]

/** `value` is set when the approval also writes it to the deal. */
const approveForm = z
  .object({
    ...versionedId,
    next,
    affects: z.enum(AFFECTS_OWNERS).optional(),
    effect: z.enum(CHANGE_EFFECTS).optional(),
    silent: z.boolean().default(false),
    ...VALUE_FIELDS,
    ...proofBeside,
  })
  .refine(({ proof, proofNote }) => proof !== 'refused' || proofNote !== null, {
    path: ['proofNote'],
    error: NO_REASON,
  })
  .transform(({ id, version, next, affects, effect, silent, proof, proofItem, proofNote, ...fields }, context) => {
    const onProof = proofItem && decisionOnProof(proof, proofNote)
    const value = readNewValue(fields, context)
    return {
      item: { id, version },
      next,
      decision: { to: 'APPROVED' as const, affects, effect, isSilent: silent, ...(value && { value }) },
      ...(onProof && { beside: { item: toVersionedId(proofItem), decision: onProof } }),
    }
  })

/** A reason from the list and a note, if the kind has reasons. "Other" needs a note. */
function rejectForm(kind: Kind): z.ZodType<Sent & Refusal> {
  const { reject, stop } = specOf(kind)
  const rejection = z.object({ ...versionedId, next })
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
  .object({ ...versionedId, next, note: required('What should change', paragraphs(NOTE_MAX)) })
  .transform(({ id, version, next, note }) => {
    return { item: { id, version }, next, decision: { to: 'CHANGES_REQUESTED' as const, note } }
  })

export const reopenForm = z.object({
  ...versionedId,
  status: z.enum(['APPROVED', 'REJECTED', 'CHANGES_REQUESTED']),
})

/** `id` is that of the decision. */
export const undoForm = z.object({ id: z.uuid() })

/** Several items at once, each as `<id>.<version>`. */
export const selectionForm = z.object({
  selected: z
    .array(z.string().regex(ITEM))
    .min(1, 'Select at least one comment.')
    .max(100)
    .transform((values) => values.map(toVersionedId)),
})
