import { Form, Link } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives } from '~/features/people/accounts/auth-frame'
import { authPath } from '~/features/people/accounts/auth-mode'
import { PasskeyForm } from '~/features/people/second-factors/passkey-form'
import { type CodeFactor, SECOND_STEP_FAILED, secondStepPath } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

type SecondStepProps = {
  factor: CodeFactor
  /** What the account has. */
  ways: { hasApp: boolean; hasPasskey: boolean }
  redirectTo: string
  result: FormResult
}

export function SecondStep({ factor, ways, redirectTo, result }: SecondStepProps) {
  const ofPasskey = submittedValue(result, 'intent') === 'passkey'
  const isRecovery = factor === 'recovery-code'
  return (
    <>
      <p className="text-muted-foreground mt-4">
        {isRecovery ? 'Each of your recovery codes works once.' : nextStep(ways)}
      </p>
      {ways.hasPasskey && !isRecovery ? (
        <ByPasskey isOnly={!ways.hasApp} result={ofPasskey ? result : undefined} />
      ) : null}
      {ways.hasApp || isRecovery ? <CodeForm factor={factor} result={ofPasskey ? undefined : result} /> : null}
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

function nextStep({ hasApp, hasPasskey }: SecondStepProps['ways']) {
  if (!hasPasskey) return 'Enter the code from your authenticator app.'
  return hasApp ? 'Use a passkey, or enter the code from your authenticator app.' : 'Use your passkey.'
}

function ByPasskey({ isOnly, result }: { isOnly: boolean; result: FormResult }) {
  return (
    <>
      <PasskeyForm
        className={AUTH_FORM}
        ceremony="get"
        options="/auth/passkey"
        label="Use a passkey"
        tone={isOnly ? 'primary' : 'secondary'}
        size="lg"
        block
        fields={{ intent: 'passkey', for: 'second-factor' }}
        result={result}
      />
      {isOnly ? (
        <noscript>
          <p>Passkeys need JavaScript, which is turned off in this browser. A recovery code works without it.</p>
        </noscript>
      ) : null}
    </>
  )
}

/** Never filled in: a code that was refused does not work again. */
function CodeForm({ factor, result }: { factor: CodeFactor; result: FormResult }) {
  const isRecovery = factor === 'recovery-code'
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
