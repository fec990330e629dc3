import { z } from 'zod'
import { day, paragraphs, required } from '~/http/fields.server'
import { utcToday } from '~/http/utc-day'
import { FIRST_ANSWER, VENDOR_ANSWER_MAX } from './vendor-answer'

export const vendorAnswerForm = z.object({
  body: required('The answer', paragraphs(VENDOR_ANSWER_MAX)),
  answered_on: required('The date', day)
    .refine((on) => on >= FIRST_ANSWER, { message: 'The date is before 1990.', abort: true })
    .refine((on) => on <= utcToday(), 'The date is in the future.'),
})
export type VendorAnswerValues = z.infer<typeof vendorAnswerForm>
