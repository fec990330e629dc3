import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { badRequest, notFound } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import {
  deleteAction,
  nameAction,
  passwordAction,
  publicProfileAction,
  signOutEverywhereAction,
} from './actions.server'
import { Settings } from './settings'

const FAILURES: Record<string, string> = {
  'change-name': 'Failed to change name',
  'change-password': 'Failed to change password',
  'show-profile': 'Failed to change your public profile',
  'hide-profile': 'Failed to change your public profile',
  'sign-out-everywhere': 'Error signing out',
  'delete-account': 'Failed to delete account',
}

/** Error title for a form of the settings that could not be processed. */
function settingsFailure(form: SentForm) {
  return FAILURES[String(form.get('intent'))] ?? 'Failed to save changes'
}

const LEAD = 'Your name, public profile, security and data.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const profile = await findProfile(user.id)
  if (!profile) throw notFound('User')
  const head = pageHead({ title: 'Settings', description: LEAD, path: '/account/settings', isIndexed: false })
  return { profile, head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, settingsFailure, async () => {
    const intent = (await readForm(request)).get('intent')
    switch (intent) {
      case 'sign-out-everywhere':
        return signOutEverywhereAction({ request, user })
      case 'delete-account':
        return deleteAction({ request, user })
    }
    // Suspended members can sign out and delete their account, but not use the forms below.
    await requireActiveUser(request)
    switch (intent) {
      case 'change-name':
        return nameAction({ request, user })
      case 'change-password':
        return passwordAction({ request, user })
      case 'show-profile':
      case 'hide-profile':
        return publicProfileAction({ request, user })
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(settingsFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SettingsPage() {
  const { profile } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AccountLayout title="Settings" lead={LEAD}>
      {isActive(profile) ? null : <SuspendedNotice {...profile} />}
      <Settings profile={profile} result={result} canChange={isActive(profile)} />
    </AccountLayout>
  )
}
