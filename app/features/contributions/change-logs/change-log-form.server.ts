import { z } from 'zod'
import { AFFECTS_OWNERS, CHANGE_KINDS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import { address, day, line, optional, paragraphs, required } from '~/http/fields.server'

/** A change report as members send it. Only title and description have to be filled in (spec §5). */
export const changeReportForm = z.object({
  title: required('Title', line(LIMITS.title)),
  description: required('Description', paragraphs(LIMITS.description)),
  kind: z.enum(CHANGE_KINDS, { error: 'Choose a kind from the list.' }).default('OTHER'),
  old_value: optional('Value before', line(LIMITS.value), null),
  new_value: optional('Value now', line(LIMITS.value), null),
  effective_on: optional('Effective date', day, null),
  source_url: optional('Source link', address, null),
  affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
})
export type ChangeReport = z.infer<typeof changeReportForm>
