import type { FormResult } from '~/http/forms'

/** New recovery codes come with the result of the form that made them. */
export type SecurityResult = (NonNullable<FormResult> & { codes?: string[] }) | undefined
