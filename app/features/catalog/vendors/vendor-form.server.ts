import { z } from 'zod'
import { AFFECTS_OWNERS } from '~/features/catalog/record/change-log'
import { address, day, line, optional, paragraphs, required, slug } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { endOf, VENDOR_LIMITS, VENDOR_STATUSES } from './vendor'

/** The form of a vendor. An end of the vendor has a date and a source; an empty slug is null: generate it from the name. */
export const vendorForm = z
  .object({
    name: required('Name', line(VENDOR_LIMITS.name)),
    slug: optional('Slug', slug, null),
    website_url: optional('Website', address, null),
    status: z.enum(VENDOR_STATUSES, { error: 'Choose a status.' }),
    status_on: optional('Since', pastDay, null),
    status_source_url: optional('Source', address, null),
    affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
    silent: z.boolean().default(false),
    note: optional('Note', paragraphs(VENDOR_LIMITS.note), null),
  })
  .superRefine(({ status, status_on, status_source_url }, context) => {
    if (!endOf(status)) return
    if (!status_on) context.addIssue({ code: 'custom', path: ['status_on'], message: 'Since is required.' })
    if (!status_source_url)
      context.addIssue({ code: 'custom', path: ['status_source_url'], message: 'Source is required.' })
  })
  // Only an end writes changes, which say whom they affect.
  .transform((form) => (endOf(form.status) ? form : { ...form, affects_owners: 'UNKNOWN' as const }))
export type VendorValues = z.infer<typeof vendorForm>

function pastDay(submitted: string) {
  const value = day(submitted)
  if (value instanceof ValueError) return value
  return value > utcToday() ? new ValueError('cannot be in the future') : value
}
