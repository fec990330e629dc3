import { Form } from '@remix-run/react'
import { type CodeFactor, SECOND_STEP_FAILED } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

/** Never filled in: a code that was refused does not work again. */
export function CodeForm({ factor, result }: { factor: CodeFactor; result: FormResult }) {
  const isRecovery = factor === 'recovery-code'
  return (
    <Form method="post" noValidate data-failure={SECOND_STEP_FAILED}>
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
