import { z } from 'zod'
import { optional, paragraphs } from '~/http/fields.server'
import { REPORT_REASONS, REPORT_TEXT_MAX } from './review-report'

/** "Something else" says nothing without a text. */
export const reviewReportForm = z
  .object({
    reason: z.enum(REPORT_REASONS, { error: 'Choose what is wrong with the review.' }),
    text: optional('Your text', paragraphs(REPORT_TEXT_MAX), null),
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || text !== null, {
    path: ['text'],
    error: 'Say what is wrong with it.',
  })
export type ReviewReportValues = z.infer<typeof reviewReportForm>
