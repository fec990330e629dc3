import type { ReactNode } from 'react'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { TextField } from '~/ui/field'
import { PASSWORD_HINT, PASSWORD_MIN } from './profile'

type PasswordFieldProps = {
  label?: string
  id: string
  /** Defaults to the id. */
  name?: string
  /** A new password shows its rules. */
  kind: 'new' | 'current'
  hint?: string
  minLength?: number
  errors?: string[]
  aside?: ReactNode
  className?: string
  fieldClassName?: string
}

/** Never filled in: after an error the password is entered again. */
export function PasswordField({ label = 'Password', id, name = id, kind, hint, ...field }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      id={id}
      name={name}
      type="password"
      required
      minLength={kind === 'new' ? PASSWORD_MIN : undefined}
      autoComplete={`${kind}-password`}
      hint={kind === 'new' ? (hint ?? PASSWORD_HINT) : hint}
      {...field}
    />
  )
}

/**
 * The field for the password in a form that `requireRecentPassword` sent back; otherwise null.
 *
 * @param of the fields that distinguish the form from others of the page
 */
export function passwordAgain(result: FormResult, of: { intent?: string; id?: string; slot?: string } = {}) {
  const isOfForm = Object.entries({ intent: undefined, ...of }).every(
    ([name, value]) => submittedValue(result, name) === value,
  )
  if (!result?.asksPassword || !isOfForm) return null
  return (
    <PasswordField
      label="Your password"
      id="currentPassword"
      kind="current"
      errors={errorsOf(result, 'currentPassword')}
      className="max-w-96"
      fieldClassName="w-full"
    />
  )
}
