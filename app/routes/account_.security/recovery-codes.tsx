import { RECOVERY_CODES } from '~/features/people/second-factors/second-factor'
import type { FormResult } from '~/http/forms'
import { AccountBox } from '~/layout/account-box'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { Fold } from '~/ui/fold'
import { LocalDate } from '~/ui/local-date'
import { PasswordForm } from './password-form'

/** Shown once, in the answer to the form that made them. */
export function NewCodes({ codes }: { codes: string[] }) {
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
export function RecoveryCodes({ left, made_at, hasApp, canChange, result }: RecoveryCodesProps) {
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
