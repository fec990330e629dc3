import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useUnreadCount } from '~/features/people/accounts/current-user'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { maySetUp } from '~/features/people/accounts/set-up-permission.server'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { findSetUp } from '~/features/people/second-factors/authenticators.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { findSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { submittedValue, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { badRequest } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import { PasskeyScript } from '~/layout/passkey-script'
import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'
import {
  cancelSetUpAction,
  confirmAction,
  mailSetUpAction,
  recoveryCodesAction,
  removeAction,
  startSetUpAction,
} from './actions.server'
import { Authenticator } from './authenticator'
import { securityFailure } from './failure'
import { NewCodes } from './new-codes'
import { addPasskeyAction, removePasskeyAction, renamePasskeyAction } from './passkey-actions.server'
import { Passkeys } from './passkeys'
import { RecoveryCodes } from './recovery-codes'
import type { SecurityResult } from './security-result'
import '~/styles/members.css'

const LEAD = 'A second factor protects your account even if someone learns your password.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const [setUp, factors, canSetUp] = await Promise.all([
    findSetUp(request, user),
    findSecondFactors(user.id),
    maySetUp(request, user),
  ])
  const head = pageHead({ title: 'Security', description: LEAD, path: SECURITY_PATH, isIndexed: false })
  return {
    setUp: setUp ?? null,
    ...factors,
    isRequired: user.needsSecondFactor ?? false,
    canSetUp: canSetUp && isActive(user),
    canChange: isActive(user),
    head,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, securityFailure, async () => {
    switch ((await readForm(request)).get('intent')) {
      case 'mail-set-up':
        return mailSetUpAction({ request, user })
      case 'start-authenticator':
        return startSetUpAction({ request, user })
      case 'cancel-authenticator':
        return cancelSetUpAction({ request, user })
      case 'confirm-authenticator':
        return confirmAction({ request, user })
      case 'remove-authenticator':
        return removeAction({ request, user })
      case 'add-passkey':
        return addPasskeyAction({ request, user })
      case 'rename-passkey':
        return renamePasskeyAction({ request, user })
      case 'remove-passkey':
        return removePasskeyAction({ request, user })
      case 'make-codes':
        return recoveryCodesAction({ request, user })
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(securityFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SecurityPage() {
  const { setUp, authenticator, passkeys, recoveryCodes, isRequired, canSetUp, canChange } =
    useLoaderData<typeof loader>()
  const result = useFormResult<SecurityResult>()
  const resultFor = (intent: string, id?: string) => {
    const isIts = submittedValue(result, 'intent') === intent && (!id || submittedValue(result, 'id') === id)
    return isIts ? result : undefined
  }
  return (
    <AccountLayout title="Security" lead={LEAD} unread={useUnreadCount()}>
      {canChange ? null : <SuspendedNotice />}
      <div className="stack">
        {isRequired ? <FactorRequired canSetUp={canSetUp} /> : null}
        {result?.codes ? <NewCodes codes={result.codes} /> : null}
        <Authenticator {...{ setUp, authenticator, resultFor }} canChange={canSetUp} />
        <Passkeys {...{ passkeys, resultFor }} canChange={canSetUp} />
        {authenticator || passkeys.length > 0 ? (
          <RecoveryCodes {...recoveryCodes} canChange={canChange} result={resultFor('make-codes')} />
        ) : null}
      </div>
      <PasskeyScript isMember />
    </AccountLayout>
  )
}

function FactorRequired({ canSetUp }: { canSetUp: boolean }) {
  return (
    <>
      <Notice
        tone="wait"
        icon="lock"
        title="Your role needs a second factor"
        text={
          canSetUp
            ? 'Managers and admins can change what everyone reads, so a password is not enough. Set up one of the ways below, and the admin screens open again.'
            : 'Managers and admins can change what everyone reads, so a password is not enough. Confirm by email that it is you, then set up a second factor.'
        }
      />
      {canSetUp ? null : (
        <Form method="post">
          <Button name="intent" value="mail-set-up" icon="mail">
            Email me a link
          </Button>
        </Form>
      )}
    </>
  )
}
