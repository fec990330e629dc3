import { Form } from '@remix-run/react'
import type { findSetUp } from '~/features/people/second-factors/authenticators.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { AccountBox } from '~/layout/account-box'
import { Button, IconButton } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { LocalDate } from '~/ui/local-date'
import { PasswordForm } from './password-form'

type SetUp = NonNullable<Awaited<ReturnType<typeof findSetUp>>>
type AuthenticatorProps = {
  setUp: SetUp | null
  authenticator: { confirmed_at: Date | null; last_used_at: Date | null } | null
  canChange: boolean
  resultFor: (intent: string) => FormResult
}

export function Authenticator({ setUp, authenticator, canChange, resultFor }: AuthenticatorProps) {
  return (
    <AccountBox heading="Authenticator app" anchor="authenticator" isOn={authenticator !== null}>
      {authenticator ? (
        <Added {...authenticator} canChange={canChange} result={resultFor('remove-authenticator')} />
      ) : setUp && canChange ? (
        <Confirm setUp={setUp} result={resultFor('confirm-authenticator')} />
      ) : (
        <Start canChange={canChange} result={resultFor('start-authenticator')} />
      )}
    </AccountBox>
  )
}

function Start({ canChange, result }: { canChange: boolean; result: FormResult }) {
  return (
    <>
      <p className="text-muted-foreground text-small">
        An app on your phone shows a new code every 30 seconds. Signing in then asks for your password and a code. Any
        authenticator app works, even offline.
      </p>
      {canChange ? <PasswordForm intent="start-authenticator" label="Set up an app" result={result} /> : null}
    </>
  )
}

function Confirm({ setUp: { qrCode, secret }, result }: { setUp: SetUp; result: FormResult }) {
  return (
    <>
      <ol className="grid list-decimal gap-6 ps-5 marker:font-semibold marker:text-muted-foreground">
        <li>
          <p className="mb-3">Scan this code with your authenticator app.</p>
          {/* Black on white in both themes, because readers need it. */}
          <svg
            className="w-52 max-w-full rounded-md border border-border bg-[#fff]"
            viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
            role="img"
            aria-label="QR code"
          >
            <path className="fill-[#000]" d={qrCode.path} />
          </svg>
        </li>
        <li>
          <p className="mb-3">If you cannot scan it, type this key into the app.</p>
          <p className="mb-3 flex items-center gap-2">
            <code className="text-base font-semibold wrap-anywhere">{secret}</code>
            <IconButton
              icon="copy"
              label="Copy the key"
              tone="line"
              data-copy={secret.replaceAll(' ', '')}
              data-copied="Key copied"
              className="shrink-0 noscript:hidden"
            />
          </p>
        </li>
        <li>
          <p className="mb-3">Enter the code that the app shows now.</p>
          <Form method="post" action={SECURITY_PATH} className="grid content-start gap-5 max-w-md" noValidate>
            <ErrorSummary errors={summaryOf(result)} />
            <input type="hidden" name="intent" value="confirm-authenticator" />
            <TextField
              label="Code"
              id="code"
              name="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              hint="Six digits."
              errors={errorsOf(result, 'code')}
            />
            <Button className="justify-self-start">Turn on</Button>
          </Form>
        </li>
      </ol>
      <Form method="post" action={SECURITY_PATH}>
        <Button name="intent" value="cancel-authenticator" tone="ghost">
          Cancel setup
        </Button>
      </Form>
    </>
  )
}

type AddedProps = { confirmed_at: Date | null; last_used_at: Date | null; canChange: boolean; result: FormResult }

function Added({ confirmed_at, last_used_at, canChange, result }: AddedProps) {
  return (
    <>
      <p className="text-muted-foreground text-small">
        Added on <LocalDate value={confirmed_at!} />,{' '}
        {last_used_at ? (
          <>
            last used on <LocalDate value={last_used_at} />
          </>
        ) : (
          'not used to sign in yet'
        )}
        . Signing in asks for one of its codes.
      </p>
      {canChange ? (
        <Fold open={result !== undefined} summary="Remove the app">
          <PasswordForm
            intent="remove-authenticator"
            label="Remove the app"
            tone="danger-quiet"
            icon="trash-2"
            result={result}
          />
        </Fold>
      ) : null}
    </>
  )
}
