import type { SentForm } from '~/http/forms'

const FAILURES: Record<string, string> = {
  'change-name': 'Failed to change name',
  'change-password': 'Failed to change password',
  'show-profile': 'Failed to change your public profile',
  'hide-profile': 'Failed to change your public profile',
  'sign-out-everywhere': 'Error signing out',
  'delete-account': 'Failed to delete account',
}

/** Error title for a form of the settings that could not be processed. */
export function settingsFailure(form: SentForm) {
  return FAILURES[String(form.get('intent'))] ?? 'Failed to save changes'
}
