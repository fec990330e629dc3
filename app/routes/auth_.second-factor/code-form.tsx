import { Form, Link } from '@remix-run/react'
import { authPath } from '~/features/accounts/auth-mode'
import { type Factor, secondStepPath } from '~/features/second-factors/second-factor'
import { errorsOf, type FormResult, summaryOf } from '~/http/form-result'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

type CodeFormProps = { factor: Factor; redirectTo: string; result: FormResult }

/** Never filled in: a code that was refused does not work again. */
export function CodeForm({ factor, redirectTo, result }: CodeFormProps) {
  const isRecovery = factor === 'recovery-code'
  return (
    <>
      <p className="muted mt-4">
        {isRecovery
          ? 'Each of your recovery codes works once.'
          : 'Your password was right. Now enter the code that your authenticator app shows.'}
      </p>
      <Form method="post" noValidate>
        <ErrorSummary title="Not signed in" errors={summaryOf(result)} />
        <TextField
          label={isRecovery ? 'Recovery code' : 'Code'}
          id="code"
          name="code"
          required
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          hint={isRecovery ? '16 letters and digits, with or without hyphens.' : 'Six digits, new every 30 seconds.'}
          errors={errorsOf(result, 'code')}
        />
        <Button size="lg" block>
          Sign In
        </Button>
      </Form>
      <p className="auth__alt">
        {isRecovery ? 'You have your authenticator app? ' : 'You cannot use your app? '}
        <Link className="link" to={secondStepPath(redirectTo, { recovery: !isRecovery })}>
          {isRecovery ? 'Enter its code' : 'Use a recovery code'}
        </Link>
        . Not you?{' '}
        <Link className="link" to={authPath('sign-in', redirectTo)}>
          Start over
        </Link>
        .
      </p>
    </>
  )
}
