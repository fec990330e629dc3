import { Form, Link } from '@remix-run/react'
import { PasswordField } from '~/features/people/accounts/password-field'
import { NAME_MAX } from '~/features/people/accounts/profile'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import { AccountBox } from '~/layout/account-box'
import { Button, ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'

type Profile = { id: string; name: string | null; has_public_profile: boolean }
type SettingsProps = { profile: Profile; result: FormResult; canChange: boolean }

/** Account settings; `result` is passed only to the form that was sent. */
export function Settings({ profile, result, canChange }: SettingsProps) {
  const resultFor = (intent: string) => (submittedValue(result, 'intent') === intent ? result : undefined)
  return (
    <div className="grid content-start gap-5">
      {canChange ? (
        <>
          <NameForm name={profile.name} result={resultFor('change-name')} />
          <PublicProfile profile={profile} result={resultFor('show-profile') ?? resultFor('hide-profile')} />
          <PasswordForm result={resultFor('change-password')} />
        </>
      ) : null}
      <AccountBox heading="Security">
        <ErrorSummary errors={summaryOf(resultFor('sign-out-everywhere'))} />
        <p className="text-muted-foreground text-small">
          A second factor protects your account even if someone learns your password. Signing out everywhere ends the
          sessions on all your devices, including this one.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={SECURITY_PATH} tone="secondary" icon="lock">
            Authenticator app
          </ButtonLink>
          <ButtonLink to={`${SECURITY_PATH}#sessions`} tone="secondary" icon="user-round">
            Where you are signed in
          </ButtonLink>
          <Form method="post" action="/account/settings">
            <Button name="intent" value="sign-out-everywhere" tone="secondary" icon="log-out">
              Sign out everywhere
            </Button>
          </Form>
        </div>
      </AccountBox>
      <AccountBox heading="Your data">
        <p className="text-muted-foreground text-small">The download contains everything we store about you.</p>
        <div>
          <ButtonLink href="/account/download" tone="secondary" icon="download">
            Download my data
          </ButtonLink>
        </div>
      </AccountBox>
      <DeleteAccount result={resultFor('delete-account')} />
    </div>
  )
}

function NameForm({ name, result }: { name: string | null; result: FormResult }) {
  return (
    <AccountBox heading="Name">
      <Form method="post" action="/account/settings" className="grid content-start gap-5 max-w-md" noValidate>
        <ErrorSummary errors={summaryOf(result)} />
        <input type="hidden" name="intent" value="change-name" />
        <TextField
          label="Name"
          id="name"
          name="name"
          autoComplete="name"
          required
          maxLength={NAME_MAX}
          hint="Shown next to your reviews and comments."
          defaultValue={submittedValue(result, 'name') ?? name ?? ''}
          errors={errorsOf(result, 'name')}
        />
        <Button tone="secondary" className="justify-self-start">
          Change name
        </Button>
      </Form>
    </AccountBox>
  )
}

function PasswordForm({ result }: { result: FormResult }) {
  return (
    <AccountBox heading="Password">
      <Form method="post" action="/account/settings" className="grid content-start gap-5 max-w-md" noValidate>
        <ErrorSummary errors={summaryOf(result)} />
        <input type="hidden" name="intent" value="change-password" />
        <PasswordField
          label="Current password"
          id="currentPassword"
          kind="current"
          errors={errorsOf(result, 'currentPassword')}
        />
        <PasswordField label="New password" id="password" kind="new" errors={errorsOf(result, 'password')} />
        <PasswordField
          label="Confirm new password"
          id="passwordAgain"
          kind="new"
          hint="Re-enter the new password."
          errors={errorsOf(result, 'passwordAgain')}
        />
        <Button tone="secondary" className="justify-self-start">
          Change password
        </Button>
      </Form>
    </AccountBox>
  )
}

function DeleteAccount({ result }: { result: FormResult }) {
  const errors = summaryOf(result).map((error) => ({ ...error, id: error.id && 'delete-password' }))
  return (
    <AccountBox heading="Delete account">
      <Form method="post" action="/account/settings" className="grid content-start gap-5" noValidate>
        <ErrorSummary errors={errors} />
        <input type="hidden" name="intent" value="delete-account" />
        <p className="text-muted-foreground text-small">
          Approved contributions stay, without your name. Everything else is deleted: your profile, your saved deals,
          and contributions that were not approved. This cannot be undone.
        </p>
        <PasswordField
          fieldClassName="max-w-md"
          label="Current password"
          id="delete-password"
          name="currentPassword"
          kind="current"
          errors={errorsOf(result, 'currentPassword')}
        />
        <div>
          <ConfirmButton
            label="Delete my account"
            icon="trash-2"
            heading="Delete your account?"
            text="This cannot be undone."
            confirm="Delete my account"
          />
        </div>
      </Form>
    </AccountBox>
  )
}

type PublicProfileProps = { profile: { id: string; has_public_profile: boolean }; result: FormResult }

function PublicProfile({ profile: { id, has_public_profile: isPublic }, result }: PublicProfileProps) {
  return (
    <AccountBox heading="Public profile" anchor="public-profile">
      <ErrorSummary errors={summaryOf(result)} />
      <p className="text-muted-foreground text-small">
        {isPublic
          ? 'Your public profile shows your name, reviews, verified changes and suggestions, and how many purchases we verified.'
          : 'Your profile is off. Your name is shown next to your approved contributions, without a link.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Form method="post" action="/account/settings">
          <Button
            name="intent"
            value={isPublic ? 'hide-profile' : 'show-profile'}
            tone="secondary"
            icon={isPublic ? 'eye-off' : 'eye'}
          >
            {isPublic ? 'Turn off my public profile' : 'Turn on my public profile'}
          </Button>
        </Form>
        <Link className="link" discover="none" to={`/people/${id}`}>
          {isPublic ? 'View it' : 'Preview it'}
        </Link>
      </div>
    </AccountBox>
  )
}
