import { z } from 'zod'
import { emailField } from '~/features/people/accounts/account-form.server'
import { line, paragraphs, required } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { CONTACT_LIMITS as LIMITS } from './contact'

const message: Parser = (submitted) => {
  const text = paragraphs(LIMITS.body)(submitted)
  if (text instanceof ValueError || [...text].length >= LIMITS.bodyMin) return text
  return new ValueError(`needs at least ${LIMITS.bodyMin} characters`)
}

/** Name, email and subject are single lines, so that none of them can add a header to the mail. */
export const contactForm = z.object({
  name: required('Name', line(LIMITS.name)),
  email: emailField,
  subject: required('Subject', line(LIMITS.subject)),
  message: required('Message', message),
  /** What a notice reports; empty for other messages. */
  about: z.string().max(100).default(''),
})
export type ContactValues = z.infer<typeof contactForm>
