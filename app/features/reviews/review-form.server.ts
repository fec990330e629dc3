import { z } from 'zod'
import { text } from '~/http/forms.server'
import { REVIEW_LIMITS } from './review'

export const reviewForm = z.object({
  rating: z.coerce
    .number({ error: 'Please select a rating' })
    .refine(
      (stars) => Number.isInteger(stars) && stars >= REVIEW_LIMITS.minRating && stars <= REVIEW_LIMITS.maxRating,
      'Please select a rating',
    ),
  title: text('Title', REVIEW_LIMITS.title),
  body: text('Review', REVIEW_LIMITS.body),
})
export type ReviewForm = z.infer<typeof reviewForm>
