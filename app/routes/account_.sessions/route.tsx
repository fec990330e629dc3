import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useUnreadCount } from '~/features/people/accounts/current-user'
import { requireUser } from '~/features/people/accounts/guards.server'
import { listSessions } from '~/features/people/sessions/sessions.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { badRequest } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import { BackLink } from '~/ui/back-link'
import { ErrorSummary } from '~/ui/error-summary'
import { formatAgo } from '~/ui/relative-time'
import { endAction, endOthersAction } from './actions.server'
import { SessionList } from './session-list'
import '~/styles/members.css'

const FAILED = 'Failed to end the session'
const TITLE = 'Where you are signed in'
const LEAD =
  'Every browser that is signed in to your account. A session ends after 7 days without a visit, at the latest after 30.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const found = await listSessions(request, user.id)
  const sessions = found.map(({ last_seen_at, ...session }) => ({ ...session, seen: formatAgo(last_seen_at) }))
  const head = pageHead({ title: TITLE, description: LEAD, path: '/account/sessions', isIndexed: false })
  return { sessions, head }
}

/** Suspended members can end their sessions too. */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, FAILED, async () => {
    const form = await readForm(request)
    switch (form.get('intent')) {
      case 'end':
        return endAction(user, form.get('id'))
      case 'end-others':
        return endOthersAction(request, user)
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AccountLayout title={TITLE} lead={LEAD} unread={useUnreadCount()}>
      <div className="stack">
        <BackLink to="/account/settings">Settings</BackLink>
        <ErrorSummary title={FAILED} errors={summaryOf(result)} />
        <SessionList sessions={sessions} />
      </div>
    </AccountLayout>
  )
}
