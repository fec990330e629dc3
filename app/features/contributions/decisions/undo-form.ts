import type { Toast } from '~/http/toast.server'

export const UNDO_PATH = '/admin/undo'

/** The form of a toast. Without `returnTo` the undo leads to the item. */
export const undoOf = (decision: string, returnTo?: string): Toast['undo'] => ({
  action: UNDO_PATH,
  fields: { decision, ...(returnTo && { returnTo }) },
})
