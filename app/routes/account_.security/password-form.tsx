import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { PasswordField } from '~/features/people/accounts/password-field'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { Button, type ButtonProps } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'

type PasswordFormProps = Pick<ButtonProps, 'tone' | 'icon'> & {
  intent: string
  label: string
  result: FormResult
  children?: ReactNode
}

/** A change that asks for the password first. */
export function PasswordForm({ intent, label, tone = 'secondary', icon, result, children }: PasswordFormProps) {
  const id = `${intent}-password`
  return (
    <Form method="post" action={SECURITY_PATH} className="grid content-start gap-5 max-w-md" noValidate>
      <ErrorSummary errors={summaryOf(result).map((error) => ({ ...error, id: error.id && id }))} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      <PasswordField
        label="Your password"
        id={id}
        name="currentPassword"
        kind="current"
        errors={errorsOf(result, 'currentPassword')}
      />
      <Button tone={tone} icon={icon} className="justify-self-start">
        {label}
      </Button>
    </Form>
  )
}
