import type { SentForm } from '~/http/forms'

const FAILURES: Record<string, string> = {
  'mail-set-up': 'Failed to send the email',
  'start-authenticator': 'Failed to set up the app',
  'cancel-authenticator': 'Failed to cancel',
  'confirm-authenticator': 'Failed to set up the app',
  'remove-authenticator': 'Failed to remove the app',
  'add-passkey': 'Failed to add the passkey',
  'rename-passkey': 'Failed to rename the passkey',
  'remove-passkey': 'Failed to remove the passkey',
  'make-codes': 'Failed to make recovery codes',
}

/** Error title for a form of the page that could not be processed. */
export function securityFailure(form: SentForm) {
  return FAILURES[String(form.get('intent'))] ?? 'Failed to save changes'
}
