/** A form of one field with its buttons beside it, also when an error is below the field. */
export const INLINE_FORM = 'flex flex-wrap items-end gap-3 has-data-error:items-start has-data-error:[&>button]:mt-6.25'
