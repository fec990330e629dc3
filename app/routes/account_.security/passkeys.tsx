import { Form } from '@remix-run/react'
import { PasswordField } from '~/features/people/accounts/password-field'
import { PasskeyForm } from '~/features/people/second-factors/passkey-form'
import type { listPasskeys } from '~/features/people/second-factors/passkeys.server'
import { PASSKEY_NAME_MAX, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { AccountBox } from '~/layout/account-box'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { LocalDate } from '~/ui/local-date'
import { PasswordForm } from './password-form'

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number]
type PasskeysProps = { passkeys: Passkey[]; canChange: boolean; resultFor: (intent: string, id?: string) => FormResult }

export function Passkeys({ passkeys, canChange, resultFor }: PasskeysProps) {
  return (
    <AccountBox heading="Passkeys" anchor="passkeys" isOn={passkeys.length > 0}>
      <p className="text-muted-foreground text-small">
        A passkey is stored on your phone, computer or security key and unlocked with your fingerprint, face or PIN. It
        replaces your password when you sign in, and a fake page cannot steal it.
      </p>
      {passkeys.length > 0 ? (
        <ul className="grid">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="border-t border-border py-3.5">
              <About {...passkey} />
              {canChange ? <Change passkey={passkey} resultFor={resultFor} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {canChange ? <Add key={passkeys.length} result={resultFor('add-passkey')} /> : null}
      <noscript>
        <p className="text-small">Passkeys need JavaScript, which is turned off in this browser.</p>
      </noscript>
    </AccountBox>
  )
}

function About({ name, is_backed_up, created_at, last_used_at }: Passkey) {
  return (
    <div>
      <b>
        <bdi>{name}</bdi>
      </b>
      <p className="text-muted-foreground text-small">
        Added on <LocalDate value={created_at} />
        {last_used_at ? (
          <>
            , last used on <LocalDate value={last_used_at} />
          </>
        ) : null}
        {is_backed_up ? '. Synced to your other devices.' : '.'}
      </p>
    </div>
  )
}

type ChangeProps = { passkey: Passkey; resultFor: PasskeysProps['resultFor'] }

function Change({ passkey: { id, name }, resultFor }: ChangeProps) {
  const [renamed, removed] = [resultFor('rename-passkey', id), resultFor('remove-passkey', id)]
  return (
    <Fold
      open={(renamed ?? removed) !== undefined}
      summary={
        <>
          Change or remove<span className="sr-only">: {name}</span>
        </>
      }
    >
      <div className="grid content-start gap-5">
        <Form method="post" action={SECURITY_PATH} className="grid content-start gap-5 max-w-md" noValidate>
          <ErrorSummary errors={summaryOf(renamed).map((error) => ({ ...error, id: error.id && `name-${id}` }))} />
          <input type="hidden" name="intent" value="rename-passkey" />
          <input type="hidden" name="id" value={id} />
          <TextField
            label="Name"
            id={`name-${id}`}
            name="name"
            required
            maxLength={PASSKEY_NAME_MAX}
            defaultValue={submittedValue(renamed, 'name') ?? name}
            errors={errorsOf(renamed, 'name')}
          />
          <Button tone="secondary" className="justify-self-start">
            Rename
          </Button>
        </Form>
        <PasswordForm
          intent="remove-passkey"
          about={id}
          label="Remove this passkey"
          tone="danger-quiet"
          icon="trash-2"
          result={removed}
        >
          <input type="hidden" name="id" value={id} />
        </PasswordForm>
      </div>
    </Fold>
  )
}

function Add({ result }: { result: FormResult }) {
  return (
    <Fold className="noscript:hidden" open={result?.error !== undefined} summary="Add a passkey">
      <PasskeyForm
        ceremony="create"
        options={`${SECURITY_PATH}/passkey`}
        action={SECURITY_PATH}
        label="Add a passkey"
        tone="secondary"
        fields={{ intent: 'add-passkey' }}
        className="grid content-start gap-5 max-w-md"
        result={result}
      >
        <TextField
          label="Name"
          id="passkey-name"
          name="name"
          optional
          maxLength={PASSKEY_NAME_MAX}
          hint="Such as “Work laptop”. Leave empty to name it after this browser."
          defaultValue={submittedValue(result, 'name') ?? ''}
          errors={errorsOf(result, 'name')}
        />
        <PasswordField label="Your password" id="add-passkey-password" name="currentPassword" kind="current" />
      </PasskeyForm>
    </Fold>
  )
}
