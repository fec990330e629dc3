import { z } from 'zod'
import { line, paragraphs } from '~/http/field-parsers.server'
import { required } from '~/http/field-schemas.server'
import { REVIEW_LIMITS } from './review'

export const reviewForm = z.object({
  rating: z.coerce
    .number({ error: 'Please select a rating' })
    .refine(
      (stars) => Number.isInteger(stars) && stars >= REVIEW_LIMITS.minRating && stars <= REVIEW_LIMITS.maxRating,
      'Please select a rating',
    ),
  title: required('Title', line(REVIEW_LIMITS.title)),
  body: required('Review', paragraphs(REVIEW_LIMITS.body)),
})
export type ReviewForm = z.infer<typeof reviewForm>
