import { z } from 'zod'
import { PROFILE_STATUSES, ROLES } from './profile'

const id = z.uuid({ error: 'This user does not exist.' })

/** One dropdown of the staff's list of people; `seen` is what it showed when the page was made. */
export const rightsForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change-role'), id, role: z.enum(ROLES), seen: z.enum(ROLES) }),
  z.object({
    intent: z.literal('change-status'),
    id,
    status: z.enum(PROFILE_STATUSES),
    seen: z.enum(PROFILE_STATUSES),
  }),
])
