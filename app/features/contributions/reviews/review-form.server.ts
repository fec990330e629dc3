import { z } from 'zod'
import type { ReviewConnection } from '~/db/schema'
import { day, line, optional, paragraphs, required } from '~/http/fields.server'
import { utcToday } from '~/http/utc-day'
import { FIRST_PURCHASE, REVIEW_LIMITS, WORKS_THERE, WORKS_THERE_REFUSAL } from './review'

const CONNECTIONS = ['NONE', 'FREE', 'AFFILIATE', WORKS_THERE] as const

/** A day between 1990 and today. */
export const pastDay = (label: string) =>
  optional(label, day, null)
    .refine((on) => on === null || on >= FIRST_PURCHASE, { message: 'The date is before 1990.', abort: true })
    .refine((on) => on === null || on <= utcToday(), 'The date is in the future.')

export const ratingField = z.coerce
  .number({ error: 'Please select a rating' })
  .refine(
    (stars) => Number.isInteger(stars) && stars >= REVIEW_LIMITS.minRating && stars <= REVIEW_LIMITS.maxRating,
    'Please select a rating',
  )

const fields = z.object({
  rating: ratingField,
  title: required('Title', line(REVIEW_LIMITS.title)),
  body: required('Review', paragraphs(REVIEW_LIMITS.body)),
  bought_on: pastDay('Date of purchase'),
  refunded: z.string().optional(),
  refunded_on: pastDay('Date of the refund'),
  drops_proof: z.string().optional(),
  connection: z
    .enum(CONNECTIONS, { error: 'Choose a connection from the list.' })
    .default('NONE')
    .refine((connection) => connection !== WORKS_THERE, WORKS_THERE_REFUSAL)
    .transform((connection) => connection as ReviewConnection),
})

// Asked even while other fields have errors, so that all are shown at once.
const always = { when: () => true }

/** A review and, folded below it, the purchase. Without the tick the day of a refund means nothing. */
export const reviewForm = fields
  .refine(({ refunded, bought_on }) => !refunded || bought_on !== null, {
    path: ['refunded'],
    message: 'Say when you bought it to add a refund.',
    ...always,
  })
  .refine(({ refunded, bought_on: bought, refunded_on: back }) => !refunded || !bought || !back || back >= bought, {
    path: ['refunded_on'],
    message: 'The refund cannot be before the purchase.',
    ...always,
  })
  .transform(({ bought_on, refunded, refunded_on, drops_proof, connection, ...review }) => ({
    review,
    dropsProof: drops_proof !== undefined,
    about: { connection, bought_on, refunded_on: refunded ? (refunded_on ?? utcToday()) : null },
  }))
export type SubmittedReview = z.infer<typeof reviewForm>
/** What moderators read. */
export type ReviewValues = SubmittedReview['review']
