import { z } from 'zod'
import { price } from '~/features/deals/price-parser'
import { paragraphs } from '~/http/field-parsers.server'
import { required } from '~/http/field-schemas.server'
import { ValueError } from '~/http/value-error'
import { type Kind, queueOf, REASON_MAX } from './queue'

// The version that the moderator read. Our forms always send a valid one.
const versionedId = { id: z.uuid(), version: z.string().regex(/^\d{1,10}$/) }
/** Id of the item to focus next. */
const next = z.uuid().optional().catch(undefined)

/** `price` is set when the approval also sets the deal's price, if the deal is still at `dealVersion`. */
export const approveForm = z
  .object({
    ...versionedId,
    next,
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

/** A reason is a ready-made one, free text, or the one and then the other. */
export function rejectForm(kind: Kind) {
  const { reasons, reasonShownIn } = queueOf(kind)
  return z
    .object({
      ...versionedId,
      next,
      preset: z.enum(reasons).optional(),
      reason: required('Reason for rejection', paragraphs(REASON_MAX)).optional(),
    })
    .transform(({ preset, reason, ...rejection }, context) => {
      const whole = reasonShownIn ? [preset, reason].filter(Boolean).join(' ') : null
      if (whole !== '') return { ...rejection, reason: whole }
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Reason for rejection is required.' })
      return z.NEVER
    })
}

export const reopenForm = z.object({ ...versionedId, status: z.enum(['APPROVED', 'REJECTED']) })

/** Several items at once, each as `<id>.<version>`. */
export const selectionForm = z.object({
  selected: z
    .array(z.string().regex(/^[\da-f-]{36}\.\d{1,10}$/))
    .min(1, 'Select at least one comment.')
    .max(100)
    .transform((values) => values.map((value) => ({ id: value.slice(0, 36), version: value.slice(37) }))),
})
