import { Form, Link } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives } from '~/features/people/accounts/auth-frame'
import { authPath } from '~/features/people/accounts/auth-mode'
import { type Factor, SECOND_STEP_FAILED, secondStepPath } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

type SecondStepProps = { factor: Factor; redirectTo: string; result: FormResult }

export function SecondStep({ factor, redirectTo, result }: SecondStepProps) {
  const isRecovery = factor === 'recovery-code'
  return (
    <>
      <p className="text-muted-foreground mt-4">
        {isRecovery ? 'Each of your recovery codes works once.' : 'Enter the code from your authenticator app.'}
      </p>
      <CodeForm isRecovery={isRecovery} result={result} />
      <AuthAlternatives>
        {isRecovery ? 'Have your second factor with you? ' : "Don't have it with you? "}
        <Link className="link" to={secondStepPath(redirectTo, { recovery: !isRecovery })}>
          {isRecovery ? 'Use it instead' : 'Use a recovery code'}
        </Link>
        . Not you?{' '}
        <Link className="link" to={authPath('sign-in', redirectTo)}>
          Start over
        </Link>
        .
      </AuthAlternatives>
    </>
  )
}

/** Never filled in: a code that was refused does not work again. */
function CodeForm({ isRecovery, result }: { isRecovery: boolean; result: FormResult }) {
  return (
    <Form method="post" className={AUTH_FORM} noValidate data-failure={SECOND_STEP_FAILED}>
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
  )
}
