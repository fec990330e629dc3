import { z } from 'zod'
import { AFFECTS_OWNERS } from '~/features/change-logs/change-log'
import { price } from '~/features/deals/price-parser'
import { paragraphs } from '~/http/field-parsers.server'
import { optional, required } from '~/http/field-schemas.server'
import { ValueError } from '~/http/value-error'
import { type Kind, NOTE_MAX, REJECTION_REASONS, specOf } from './kinds'

// The version that the moderator read. Our forms always send a valid one.
const versionedId = { id: z.uuid(), version: z.string().regex(/^\d{1,10}$/) }
/** Id of the line to focus next in a list. */
const next = z.uuid().optional().catch(undefined)

/** `price` is set when the approval also sets the deal's price, if the deal is still at `dealVersion`. */
export const approveForm = z
  .object({
    ...versionedId,
    next,
    affects: z.enum(AFFECTS_OWNERS).optional(),
    setPrice: z.boolean().default(false),
    newPrice: z.string().default(''),
    dealVersion: z.coerce.number().int().default(0),
  })
  .transform(({ setPrice, newPrice, dealVersion, ...approval }, context) => {
    if (!setPrice) return approval
    const amount = price(newPrice.trim())
    if (!(amount instanceof ValueError)) return { ...approval, price: { amount, dealVersion } }
    context.addIssue({ code: 'custom', path: ['newPrice'], message: `Deal price ${amount.words}.` })
    return z.NEVER
  })

/** A reason from the list and a note, where the kind has reasons. "Other" says nothing without a note. */
export function rejectForm(kind: Kind) {
  const { reject, stop } = specOf(kind)
  const rejection = z.object({ ...versionedId, next })
  if (stop) {
    const stoppable = rejection.extend({ stop: z.boolean().default(false) })
    return stoppable.transform(({ stop: isStopped, ...rest }) => ({ ...rest, isStopped }))
  }
  if (!reject.hasReason) return rejection
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

export const requestChangesForm = z.object({
  ...versionedId,
  next,
  note: required('What should change', paragraphs(NOTE_MAX)),
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
    .array(z.string().regex(/^[\da-f-]{36}\.\d{1,10}$/))
    .min(1, 'Select at least one comment.')
    .max(100)
    .transform((values) => values.map((value) => ({ id: value.slice(0, 36), version: value.slice(37) }))),
})
