import { z } from 'zod'
import { optional, paragraphs } from '~/http/fields.server'
import { ANSWERS, FOLLOW_UP_LIMITS } from './follow-up'
import { ratingField } from './review-form.server'

export const followUpForm = z.object({
  answer: z.enum(ANSWERS, { error: 'Please choose an answer' }),
  rating: ratingField,
  body: optional('Text', paragraphs(FOLLOW_UP_LIMITS.body), null),
})
export type FollowUpValues = z.infer<typeof followUpForm>
