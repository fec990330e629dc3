import type { ReactNode } from 'react'
import { TextField } from '~/ui/field'
import { PASSWORD_HINT, PASSWORD_MIN } from './password'

type PasswordFieldProps = {
  label?: string
  id: string
  /** Where the id has to differ. */
  name?: string
  /** A new one, which is told its rules, or the one that is known already. */
  kind: 'new' | 'current'
  hint?: string
  errors?: string[]
  aside?: ReactNode
  fieldClassName?: string
}

/** Never holds a value: a password is typed again after a mistake. */
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
