import { z } from 'zod'
import { AFFECTS_OWNERS } from '~/features/catalog/record/change-log'
import { formOf } from '~/http/field-schema.server'
import { dayUntilToday } from '~/http/fields.server'
import { endOf, VENDOR_FIELDS, VENDOR_STATUSES } from './vendor'

/** The form of a vendor. `silent` says that the changes of its status notify no one. */
export const vendorForm = formOf(VENDOR_FIELDS, {
  status: z.enum(VENDOR_STATUSES, { error: 'Choose a status.' }),
  status_on: dayUntilToday,
  affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
})
  .extend({ silent: z.boolean().default(false) })
  .superRefine(({ status, status_on, status_source_url }, context) => {
    if (!endOf(status)) return
    if (!status_on) context.addIssue({ code: 'custom', path: ['status_on'], message: 'Since is required.' })
    if (!status_source_url)
      context.addIssue({ code: 'custom', path: ['status_source_url'], message: 'Source is required.' })
  })
  // Only an end writes changes, which say whom they affect.
  .transform((form) => (endOf(form.status) ? form : { ...form, affects_owners: 'UNKNOWN' as const }))
