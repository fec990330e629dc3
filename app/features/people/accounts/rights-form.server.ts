import { z } from 'zod'
import { PROFILE_STATUSES, ROLES } from './profile'

const id = z.uuid({ error: 'This user does not exist.' })

/** One select of the user list; `expected` is the value it showed before the change. */
export const rightsForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change-role'), id, role: z.enum(ROLES), expected: z.enum(ROLES) }),
  z.object({
    intent: z.literal('change-status'),
    id,
    status: z.enum(PROFILE_STATUSES),
    expected: z.enum(PROFILE_STATUSES),
  }),
])
export type RightsValues = z.infer<typeof rightsForm>
