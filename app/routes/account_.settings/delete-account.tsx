import { Form } from '@remix-run/react'
import { PasswordField } from '~/features/people/accounts/password-field'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { ConfirmButton } from '~/ui/confirm-button'
import { ErrorSummary } from '~/ui/error-summary'
import { SettingsBox } from './settings-box'

export function DeleteAccount({ result }: { result: FormResult }) {
  const errors = summaryOf(result).map((error) => ({ ...error, id: error.id && 'delete-password' }))
  return (
    <SettingsBox heading="Delete account">
      <Form method="post" action="/account/settings" className="stack" noValidate>
        <ErrorSummary errors={errors} />
        <input type="hidden" name="intent" value="delete-account" />
        <p className="muted small">
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
    </SettingsBox>
  )
}
