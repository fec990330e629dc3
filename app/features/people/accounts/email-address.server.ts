import { z } from 'zod'
import { EMAIL_MAX } from './profile'

// Stricter than the standards: no quotes, no comments and no address without a domain, so that an address cannot inject
// anything into a mail header.
const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ADDRESS = new RegExp(`^(?=.{3,${EMAIL_MAX}}$)(?=.{1,64}@)${LOCAL}@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)

/** The canonical form, so that Unicode variants, surrounding spaces and capitals map to one account. */
export const normalizeEmail = (address: string) => address.normalize('NFKC').trim().toLowerCase()

export const emailField = z
  .string({ error: 'Email is required.' })
  .transform(normalizeEmail)
  .refine((email) => ADDRESS.test(email), 'Enter a valid email address.')
