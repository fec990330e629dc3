import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { findSetUp } from '~/features/people/second-factors/authenticators.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { findSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { listSessions } from '~/features/people/sessions/sessions.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { AccountLayout } from '~/layout/account-layout'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { formatAgo } from '~/ui/relative-time'
import { type SecurityResult, securityAction } from './actions.server'
import { Authenticator } from './authenticator'
import { NewCodes, RecoveryCodes } from './recovery-codes'
import { Sessions } from './sessions'

const FAILURES: Record<string, string> = {
  'start-authenticator': 'Failed to set up the app',
  'cancel-authenticator': 'Failed to cancel',
  'confirm-authenticator': 'Failed to set up the app',
  'remove-authenticator': 'Failed to remove the app',
  'make-codes': 'Failed to make recovery codes',
  end: 'Failed to end the session',
  'end-others': 'Failed to end the sessions',
}

/** Error title for a form of the page that could not be processed. */
function securityFailure(form: SentForm) {
  return FAILURES[String(form.get('intent'))] ?? 'Failed to save changes'
}

const LEAD = 'A second factor protects your account even if someone learns your password.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const [setUp, factors, found] = await Promise.all([
    findSetUp(request, user),
    findSecondFactors(user.id),
    listSessions(request, user.id),
  ])
  const sessions = found.map(({ last_seen_at, ...session }) => ({ ...session, seen: formatAgo(last_seen_at) }))
  const isRequired = user.needsSecondFactor ?? false
  const head = pageHead({ title: 'Security', description: LEAD, path: SECURITY_PATH, isIndexed: false })
  return { setUp: setUp ?? null, ...factors, sessions, isRequired, canChange: isActive(user), head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, securityFailure, () => securityAction(request, user))
}

export const clientAction = withFormFailure(securityFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SecurityPage() {
  const { setUp, authenticator, recoveryCodes, sessions, isRequired, canChange } = useLoaderData<typeof loader>()
  const result = useFormResult<SecurityResult>()
  const resultFor = (intent: string) => (submittedValue(result, 'intent') === intent ? result : undefined)
  return (
    <AccountLayout title="Security" lead={LEAD}>
      {canChange ? null : <SuspendedNotice />}
      <div className="grid content-start gap-5">
        {isRequired ? (
          <Notice
            tone="wait"
            icon="lock"
            title="Your role needs a second factor"
            text="Managers and admins can change what everyone reads, so a password is not enough. Set up an authenticator app to open the admin screens again."
          />
        ) : null}
        {result?.codes ? <NewCodes codes={result.codes} /> : null}
        <Authenticator {...{ setUp, authenticator, resultFor, canChange }} />
        {authenticator || recoveryCodes.left > 0 ? (
          <RecoveryCodes
            {...recoveryCodes}
            hasApp={authenticator !== null}
            canChange={canChange}
            result={resultFor('make-codes')}
          />
        ) : null}
        <ErrorSummary errors={summaryOf(resultFor('end') ?? resultFor('end-others'))} />
        <Sessions sessions={sessions} />
      </div>
    </AccountLayout>
  )
}
