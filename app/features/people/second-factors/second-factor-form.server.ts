import { z } from 'zod'
import { CODE_MAX } from './second-factor'

const code = z
  .string({ error: 'Enter the code.' })
  .trim()
  .min(1, 'Enter the code.')
  .max(CODE_MAX, 'This code is wrong.')

export const codeForm = z.object({ code })

/** A recovery code may be typed with other signs between its groups. */
export const recoveryCodeForm = z.object({
  code: z
    .string({ error: 'Enter a recovery code.' })
    .trim()
    .min(1, 'Enter a recovery code.')
    .max(100, 'This code is wrong.'),
})

export const passwordForm = z.object({
  currentPassword: z.string({ error: 'Your password is required.' }).max(500, 'This is not your password.'),
})
