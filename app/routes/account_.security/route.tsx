import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { findSetUp } from '~/features/people/second-factors/authenticators.server'
import { RECOVERY_CODES, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { findSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type FormResult, type SentForm, submittedValue, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { badRequest } from '~/http/responses.server'
import { AccountBox } from '~/layout/account-box'
import { AccountLayout } from '~/layout/account-layout'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { Fold } from '~/ui/fold'
import { LocalDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { cancelSetUpAction, confirmAction, recoveryCodesAction, removeAction, startSetUpAction } from './actions.server'
import { Authenticator } from './authenticator'
import { PasswordForm } from './password-form'
import type { SecurityResult } from './security-result'

const FAILURES: Record<string, string> = {
  'start-authenticator': 'Failed to set up the app',
  'cancel-authenticator': 'Failed to cancel',
  'confirm-authenticator': 'Failed to set up the app',
  'remove-authenticator': 'Failed to remove the app',
  'make-codes': 'Failed to make recovery codes',
}

/** Error title for a form of the page that could not be processed. */
function securityFailure(form: SentForm) {
  return FAILURES[String(form.get('intent'))] ?? 'Failed to save changes'
}

const LEAD = 'A second factor protects your account even if someone learns your password.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const [setUp, factors] = await Promise.all([findSetUp(request, user), findSecondFactors(user.id)])
  const head = pageHead({ title: 'Security', description: LEAD, path: SECURITY_PATH, isIndexed: false })
  return {
    setUp: setUp ?? null,
    ...factors,
    isRequired: user.needsSecondFactor ?? false,
    canChange: isActive(user),
    head,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, securityFailure, async () => {
    switch ((await readForm(request)).get('intent')) {
      case 'start-authenticator':
        return startSetUpAction({ request, user })
      case 'cancel-authenticator':
        return cancelSetUpAction({ request, user })
      case 'confirm-authenticator':
        return confirmAction({ request, user })
      case 'remove-authenticator':
        return removeAction({ request, user })
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
  const { setUp, authenticator, recoveryCodes, isRequired, canChange } = useLoaderData<typeof loader>()
  const result = useFormResult<SecurityResult>()
  const resultFor = (intent: string) => (submittedValue(result, 'intent') === intent ? result : undefined)
  return (
    <AccountLayout title="Security" lead={LEAD}>
      {canChange ? null : <SuspendedNotice />}
      <div className="grid content-start gap-5">
        {isRequired ? <FactorRequired /> : null}
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
      </div>
    </AccountLayout>
  )
}

function FactorRequired() {
  return (
    <Notice
      tone="wait"
      icon="lock"
      title="Your role needs a second factor"
      text="Managers and admins can change what everyone reads, so a password is not enough. Set up an authenticator app to open the admin screens again."
    />
  )
}

/** Shown once, in the answer to the form that made them. */
function NewCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Box id="new-codes" aria-labelledby="new-codes-title">
      <BoxHead>
        <BoxTitle id="new-codes-title">Your recovery codes</BoxTitle>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <p role="status">
          <b>Save these codes now: they are shown only this once.</b> If you lose your second factor, each of them signs
          you in once, together with your password.
        </p>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-6">
          {codes.map((code) => (
            <li key={code} className="border-t border-border py-2">
              <code className="text-base">{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            tone="secondary"
            icon="download"
          >
            Download
          </ButtonLink>
          <Button
            type="button"
            tone="secondary"
            icon="copy"
            data-copy={text}
            data-copied="Codes copied"
            className="noscript:hidden"
          >
            Copy
          </Button>
          <Button type="button" tone="secondary" onClick={() => print()} className="noscript:hidden">
            Print
          </Button>
        </div>
      </BoxBody>
    </Box>
  )
}

type RecoveryCodesProps = {
  left: number
  made_at: Date | null
  hasApp: boolean
  canChange: boolean
  result: FormResult
}

/** Codes without an app are those of accounts whose second factor was a passkey. */
function RecoveryCodes({ left, made_at, hasApp, canChange, result }: RecoveryCodesProps) {
  return (
    <AccountBox heading="Recovery codes" anchor="recovery-codes">
      <p className="text-muted-foreground text-small">
        {`${left} of ${RECOVERY_CODES} left`}
        {made_at ? (
          <>
            , made on <LocalDate value={made_at} />
          </>
        ) : null}
        .{' '}
        {hasApp
          ? "Each signs you in once when you don't have your second factor with you. Store them somewhere safe."
          : 'They work again when you set up an authenticator app. Until then you sign in with your password alone.'}
      </p>
      {canChange && hasApp ? (
        <Fold open={result?.error !== undefined} summary="Make new codes">
          <PasswordForm intent="make-codes" label="Make new codes" icon="rotate-cw" result={result}>
            <p className="text-muted-foreground text-small">Your current codes stop working immediately.</p>
          </PasswordForm>
        </Fold>
      ) : null}
    </AccountBox>
  )
}
