import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { line, optional, required } from '~/http/fields.server'
import { PASSKEY_NAME_MAX, PASSKEY_REFUSED } from './second-factor'

const text = z.string().min(1).max(4_000)
const base64url = text.regex(/^[\w-]+$/)
const extensions = z.object({}).prefault({}).catch({})
const type = z.literal('public-key')

const made = z.object({
  id: base64url,
  rawId: base64url,
  type,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: z
      .string()
      .min(1)
      .max(40_000)
      .regex(/^[\w-]+$/),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional()
      .catch(undefined),
  }),
})

const signed = z.object({
  id: base64url,
  rawId: base64url,
  type,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

/** What the browser's part of a ceremony puts into a hidden field, as JSON. */
const json = z
  .string({ error: 'This page was still loading. Please press the button again.' })
  .max(60_000, PASSKEY_REFUSED)
  .transform((given, context): unknown => {
    try {
      return JSON.parse(given)
    } catch {
      context.addIssue({ code: 'custom', message: PASSKEY_REFUSED })
      return z.NEVER
    }
  })

const answerOf = <Value>(shape: z.ZodType) =>
  json.transform((given, context) => {
    const answer = shape.safeParse(given)
    if (answer.success) return answer.data as Value
    context.addIssue({ code: 'custom', message: PASSKEY_REFUSED })
    return z.NEVER
  })

export const newPasskeyForm = z.object({
  name: optional('Name', line(PASSKEY_NAME_MAX), null),
  answer: answerOf<RegistrationResponseJSON>(made),
})

export const passkeyForm = z.object({ answer: answerOf<AuthenticationResponseJSON>(signed) })

export const passkeyNameForm = z.object({
  id: z.uuid({ error: 'This passkey does not exist.' }),
  name: required('Name', line(PASSKEY_NAME_MAX)),
})
