import type { ReactNode } from 'react'
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
