import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, type MetaFunction, useLoaderData, useRouteError } from '@remix-run/react'
import { listContributions } from '~/features/accounts/contributions.server'
import { useUnreadCount } from '~/features/accounts/current-user'
import { requireActiveUser, requireUser } from '~/features/accounts/guards.server'
import { isActive, SUSPENDED_TEXT } from '~/features/accounts/profile'
import { findProfileForStaff } from '~/features/accounts/staff-view.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { readForm } from '~/http/forms.server'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { badRequest } from '~/http/responses.server'
import { AccountNav } from '~/layout/account-nav'
import { ErrorScreen } from '~/ui/error-screen'
import { Notice } from '~/ui/notice'
import { accountFailure } from './failure'
import '~/styles/members.css'
import {
  bookmarkAction,
  deleteAction,
  nameAction,
  passwordAction,
  publicProfileAction,
  signOutEverywhereAction,
} from './actions.server'
import { Contributions } from './contributions'
import { ProfileCard } from './profile-card'
import { SavedDeals } from './saved-deals'
import { Settings } from './settings'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { profile, isOwn } = await findProfileForStaff(request, user)
  const title = isOwn ? 'My Account' : `Viewing ${profile.name ?? profile.email}`
  const head = pageHead({ title, description: 'Profile, saved deals and reviews.', path: '/account', isIndexed: false })
  return { profile, isOwn, title, head, ...(await listContributions(profile.id)) }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, accountFailure, async () => {
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
      case 'remove-bookmark':
        return bookmarkAction({ request, user })
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(accountFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function AccountPage() {
  const { profile, isOwn, title, savedDeals, reviews, changeReports, comments } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const unread = useUnreadCount()
  const canWrite = isOwn && isActive(profile)
  return (
    <div className="wrap">
      <div className="page-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
      </div>
      {isOwn && !isActive(profile) ? (
        <div className="spaced">
          <Notice
            tone="bad"
            icon="ban"
            title={SUSPENDED_TEXT}
            text="You can read everything, download your data and delete your account, but not post, save or change anything."
          />
        </div>
      ) : null}
      <div className="account">
        <div className="account__side">
          {isOwn ? <AccountNav unread={unread} /> : null}
          <ProfileCard profile={profile} isOwn={isOwn} />
        </div>
        <div className="account__main">
          <SavedDeals deals={savedDeals} isOwn={isOwn} canRemove={canWrite} result={result} />
          <Contributions {...{ reviews, changeReports, comments, isOwn, canEdit: canWrite }} />
          {isOwn ? <Settings profile={profile} result={result} canChange={canWrite} /> : null}
        </div>
      </div>
    </div>
  )
}

/** Only staff can see a 404 here, for an unknown `?userId=`. */
export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const back = isMissing ? { to: '/admin/users', label: 'Back to users' } : undefined
  return <ErrorScreen text="This account does not exist. It may have been deleted." back={back} />
}
