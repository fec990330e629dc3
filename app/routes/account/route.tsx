import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react'
import { BOOKMARK_FAILED } from '~/features/contributions/bookmarks/bookmark'
import { listSavedDeals, removeBookmark } from '~/features/contributions/bookmarks/bookmarks.server'
import { listContributionsOfKind } from '~/features/contributions/members/own-contributions.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive, isAdmin } from '~/features/people/accounts/profile'
import { findProfileForStaff } from '~/features/people/accounts/profiles.server'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { hasSecondFactor } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { badRequest, notFound, safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { AccountColumns } from '~/layout/account-layout'
import { AccountNav } from '~/layout/account-nav'
import { ErrorScreen } from '~/ui/error-screen'
import { PageHeading } from '~/ui/page-heading'
import { Contributions, OwnReviews } from './contributions'
import { ProfileCard } from './profile-card'
import { SavedDeals } from './saved-deals'

/** Members see the newest here and everything on the other pages of their account. Staff see everything here. */
const NEWEST = 3

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { profile, isOwn } = await findProfileForStaff(request, user)
  const title = isOwn ? 'My Account' : `Viewing ${profile.name ?? profile.email}`
  const head = pageHead({ title, description: 'Profile, saved deals and reviews.', path: '/account', isIndexed: false })
  const canResetFactors = !isOwn && isAdmin(user) && (await hasSecondFactor(profile.id))
  const limit = isOwn ? NEWEST : undefined
  const [savedDeals, reviews, changeReports, comments] = await Promise.all([
    listSavedDeals(profile.id, limit),
    listContributionsOfKind(profile.id, 'review', limit),
    isOwn ? [] : listContributionsOfKind(profile.id, 'change_log'),
    isOwn ? [] : listContributionsOfKind(profile.id, 'comment'),
  ])
  return { profile, isOwn, canResetFactors, title, head, savedDeals, reviews, changeReports, comments }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, BOOKMARK_FAILED, async () => {
    const form = await readForm(request)
    if (form.get('intent') !== 'remove-bookmark') throw badRequest('Unknown action.')
    const dealId = parseRowId(form.get('dealId'))
    if (!dealId) throw notFound('Deal')
    await removeBookmark(user.id, dealId)
    const returnTo = safePath(form.get('returnTo'), '/account')
    return redirectWithToast(returnTo, { tone: 'success', title: 'Bookmark removed' })
  })
}

export const clientAction = withFormFailure(BOOKMARK_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function AccountPage() {
  const { profile, isOwn, canResetFactors, title, savedDeals, reviews, changeReports, comments } =
    useLoaderData<typeof loader>()
  const result = useFormResult()
  const canWrite = isOwn && isActive(profile)
  return (
    <div className="wrap">
      <PageHeading title={<bdi>{title}</bdi>} />
      {isOwn && !isActive(profile) ? <SuspendedNotice {...profile} /> : null}
      <AccountColumns
        gap="card"
        side={
          <>
            {isOwn ? <AccountNav /> : null}
            <ProfileCard {...{ profile, isOwn, canResetFactors }} />
          </>
        }
      >
        <SavedDeals
          deals={savedDeals}
          hasMore={isOwn && savedDeals.length === NEWEST}
          canRemove={canWrite}
          {...{ isOwn, result }}
        />
        {isOwn ? (
          <OwnReviews reviews={reviews} hasMore={reviews.length === NEWEST} canEdit={canWrite} />
        ) : (
          <Contributions {...{ reviews, changeReports, comments }} />
        )}
      </AccountColumns>
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
