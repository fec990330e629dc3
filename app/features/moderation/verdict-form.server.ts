import { z } from 'zod'
import { ValueError } from '~/features/deals/field-parsers'
import { price } from '~/features/deals/price-parser'
import { text } from '~/http/forms.server'
import { type Kind, queueOf, REASON_MAX } from './queue'

// Which state of which item was looked at. Who sends something else has not seen our form.
const seen = { id: z.uuid(), version: z.string().regex(/^\d{1,10}$/) }
/** The item that comes after it, where the page then leads. */
const next = z.uuid().optional().catch(undefined)

/** `price` is there when the deal's price shall be set to it, for a deal that is still at `dealVersion`. */
export const approveForm = z
  .object({
    ...seen,
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
      ...seen,
      next,
      ready: z.enum(reasons).optional(),
      reason: text('Reason for rejection', REASON_MAX).optional(),
    })
    .transform(({ ready, reason, ...rejection }, context) => {
      const whole = reasonShownIn ? [ready, reason].filter(Boolean).join(' ') : null
      if (whole !== '') return { ...rejection, reason: whole }
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Reason for rejection is required.' })
      return z.NEVER
    })
}

export const reopenForm = z.object({ ...seen, status: z.enum(['APPROVED', 'REJECTED']) })

/** Several items at once; each is its id and the version that was seen. */
export const selectionForm = z.object({
  picked: z
    .array(z.string().regex(/^[\da-f-]{36}\.\d{1,10}$/))
    .min(1, 'Select at least one comment.')
    .max(100)
    .transform((picked) => picked.map((pick) => ({ id: pick.slice(0, 36), version: pick.slice(37) }))),
})
