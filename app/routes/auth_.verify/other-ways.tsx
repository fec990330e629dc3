import { Form } from '@remix-run/react'
import { PasskeyForm } from '~/features/people/second-factors/passkey-form'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { PasskeyScript } from '~/layout/passkey-script'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

type OtherWaysProps = { hasApp: boolean; hasPasskey: boolean; result: FormResult }

/** What says as much as the password, for accounts that have it. */
export function OtherWays({ hasApp, hasPasskey, result }: OtherWaysProps) {
  const resultFor = (intent: string) => (submittedValue(result, 'intent') === intent ? result : undefined)
  return (
    <>
      {hasPasskey ? (
        <>
          <PasskeyForm
            ceremony="get"
            options="/auth/passkey"
            label="Use a passkey instead"
            tone="secondary"
            block
            fields={{ intent: 'passkey', for: 'verify' }}
            result={resultFor('passkey')}
          />
          <PasskeyScript isMember />
        </>
      ) : null}
      {hasApp ? <ByCode result={resultFor('code')} /> : null}
    </>
  )
}

function ByCode({ result }: { result: FormResult }) {
  return (
    <Form method="post" noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <input type="hidden" name="intent" value="code" />
      <TextField
        label="Or a code of your authenticator app"
        id="code"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        errors={errorsOf(result, 'code')}
      />
      <Button tone="secondary" block>
        Confirm with the code
      </Button>
    </Form>
  )
}
