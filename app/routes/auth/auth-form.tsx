import { Form, Link } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives } from '~/features/people/accounts/auth-frame'
import { AUTH_FAILED, authPath, type Mode, UNCONFIRMED } from '~/features/people/accounts/auth-mode'
import { PasswordField } from '~/features/people/accounts/password-field'
import { EMAIL_MAX, NAME_MAX } from '~/features/people/accounts/profile'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

const SUBMIT: Record<Mode, string> = { 'sign-in': 'Sign In', 'sign-up': 'Sign Up', reset: 'Send Reset Email' }

type AuthFormProps = {
  mode: Mode
  redirectTo: string
  /** Initial value of the email field. */
  email?: string
  result: FormResult
}

/** Native validation is off, so that all errors appear in the same place and wording. */
export function AuthForm({ mode, redirectTo, email, result }: AuthFormProps) {
  const field = (name: string, initial?: string) => ({
    id: name,
    name,
    defaultValue: submittedValue(result, name) ?? initial,
    errors: errorsOf(result, name),
  })
  return (
    <>
      <Form method="post" className={AUTH_FORM} noValidate data-failure={AUTH_FAILED}>
        <ErrorSummary title={result?.error?.[''] ? AUTH_FAILED : undefined} errors={summaryOf(result)} />
        {mode === 'sign-up' ? (
          <TextField label="Name" autoComplete="name" required maxLength={NAME_MAX} {...field('name')} />
        ) : null}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX}
          {...field('email', email)}
        />
        {mode === 'reset' ? null : (
          <PasswordField
            id="password"
            kind={mode === 'sign-up' ? 'new' : 'current'}
            errors={errorsOf(result, 'password')}
            aside={
              mode === 'sign-in' ? (
                <Link className="link inline-flex min-h-6 items-center text-small" to={authPath('reset', redirectTo)}>
                  Forgot password?
                </Link>
              ) : undefined
            }
          />
        )}
        <Button size="lg" block>
          {SUBMIT[mode]}
        </Button>
      </Form>
      {result?.error?.['']?.includes(UNCONFIRMED) ? <Resend /> : null}
      <OtherModes mode={mode} redirectTo={redirectTo} />
    </>
  )
}

function Resend() {
  return (
    <Form method="post" className={AUTH_FORM} data-failure={AUTH_FAILED}>
      <Button name="intent" value="resend" tone="secondary" block icon="mail">
        Resend confirmation email
      </Button>
    </Form>
  )
}

function OtherModes({ mode, redirectTo }: Pick<AuthFormProps, 'mode' | 'redirectTo'>) {
  const link = (to: Mode, text: string) => (
    <Link className="link" to={authPath(to, redirectTo)}>
      {text}
    </Link>
  )
  return (
    <AuthAlternatives>
      {mode === 'sign-in' ? <>New here? {link('sign-up', 'Create your account')}</> : null}
      {mode === 'sign-up' ? <>Already have an account? {link('sign-in', 'Sign in')}</> : null}
      {mode === 'reset' ? link('sign-in', 'Back to sign in') : null}
    </AuthAlternatives>
  )
}
