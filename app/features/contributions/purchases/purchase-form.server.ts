import { z } from 'zod'
import { currency } from '~/features/catalog/deals/field-parsers.server'
import { price } from '~/features/catalog/deals/price-parser'
import { pastDay } from '~/features/contributions/reviews/review-form.server'
import { optional } from '~/http/fields.server'

// Asked even while other fields have errors, so that all are shown at once.
const always = { when: () => true }

/** A purchase as its buyer notes it. Without an amount its currency means nothing. */
export const purchaseForm = z
  .object({
    bought_on: pastDay('Date of purchase').refine((on) => on !== null, 'Date of purchase is required.'),
    paid: optional('Paid', price, null),
    currency: optional('Currency', currency, null),
    refunded_on: pastDay('Date of the refund'),
    drops_proof: z.string().optional(),
  })
  .refine(({ paid, currency }) => paid === null || currency !== null, {
    path: ['currency'],
    message: 'Currency is required with an amount.',
    ...always,
  })
  .refine(({ bought_on: bought, refunded_on: back }) => !bought || !back || back >= bought, {
    path: ['refunded_on'],
    message: 'The refund cannot be before the purchase.',
    ...always,
  })
  .transform(({ currency, drops_proof, ...purchase }) => ({
    purchase: { ...purchase, currency: purchase.paid === null ? null : currency },
    dropsProof: drops_proof !== undefined,
  }))
export type PurchaseValues = z.infer<typeof purchaseForm>['purchase']
