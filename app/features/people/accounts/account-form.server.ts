import { z } from 'zod'
import { line, required } from '~/http/fields.server'
import { EMAIL_MAX, FIRST_ADMIN_PASSWORD_MIN, NAME_MAX, PASSWORD_MAX_BYTES, PASSWORD_MIN } from './profile'

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

// Never trimmed or shortened: the password is used exactly as submitted.
const passwordOf = (min: number) =>
  z
    .string({ error: 'Password is required.' })
    .refine((value) => [...value].length >= min, `Password must be at least ${min} characters.`)
    .refine(
      (value) => Buffer.byteLength(value) <= PASSWORD_MAX_BYTES,
      `Password must be at most ${PASSWORD_MAX_BYTES} bytes. Use fewer letters, accents or emoji.`,
    )
const password = passwordOf(PASSWORD_MIN)

export const signInForm = z.object({ email: emailField, password })

const newAccountForm = (passwordMin: number) =>
  z
    .object({ name: required('Name', line(NAME_MAX)), email: emailField, password: passwordOf(passwordMin) })
    .superRefine((form, context) => rejectOwnName(form.password, form, context, 'password'))

export const signUpForm = newAccountForm(PASSWORD_MIN)
export const firstAdminForm = newAccountForm(FIRST_ADMIN_PASSWORD_MIN)

export const resetRequestForm = z.object({ email: emailField })

const currentPassword = z
  .string({ error: 'Your current password is required.' })
  .max(500, 'This is not your current password.')
const newPassword = { password, passwordAgain: z.string({ error: 'Re-enter the new password.' }) }

/** The form behind a reset link. */
export const newPasswordForm = (owner: AccountOwner) =>
  z.object(newPassword).superRefine((form, context) => checkNewPassword(form, owner, context))

/** The form of the account page, which also requires the current password. */
export const changePasswordForm = (owner: AccountOwner) =>
  z.object({ currentPassword, ...newPassword }).superRefine((form, context) => checkNewPassword(form, owner, context))

export const changeNameForm = z.object({ name: required('Name', line(NAME_MAX)) })

export const deleteAccountForm = z.object({ currentPassword })

export const verifyForm = z.object({ currentPassword })

type AccountOwner = { email: string; name: string | null }

function checkNewPassword(
  { password, passwordAgain }: { password: string; passwordAgain: string },
  owner: AccountOwner,
  context: z.RefinementCtx,
) {
  rejectOwnName(password, owner, context, 'password')
  if (password === passwordAgain) return
  context.addIssue({ code: 'custom', path: ['passwordAgain'], message: 'The passwords do not match.' })
}

function rejectOwnName(password: string, { email, name }: AccountOwner, context: z.RefinementCtx, field: string) {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  if (plain !== email && plain !== name?.normalize('NFKC').trim().toLowerCase()) return
  context.addIssue({ code: 'custom', path: [field], message: 'Your password cannot be your email or your name.' })
}
