import type { findManagedVendor } from '~/features/catalog/vendors/vendor-fields.server'
import type { fieldsOf } from '~/http/forms'

export type ShownVendor = NonNullable<Awaited<ReturnType<typeof findManagedVendor>>>
export type FieldOf = ReturnType<typeof fieldsOf<ShownVendor>>
