import { RECOVERY_CODES } from '~/features/people/second-factors/second-factor'
import type { FormResult } from '~/http/forms'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { PasswordForm } from './password-form'
import { SecurityBox } from './security-box'

type RecoveryCodesProps = { left: number; made_at: Date | null; canChange: boolean; result: FormResult }

export function RecoveryCodes({ left, made_at, canChange, result }: RecoveryCodesProps) {
  return (
    <SecurityBox heading="Recovery codes" anchor="recovery-codes">
      <p className="muted small">
        {`${left} of ${RECOVERY_CODES} left`}
        {made_at ? (
          <>
            , made on <LocalDate value={made_at} />
          </>
        ) : null}
        . Each signs you in once when you do not have your second factor with you. Keep them where you keep other
        important papers.
      </p>
      {canChange ? (
        <details className="fold" open={result?.error !== undefined}>
          <summary>
            <Icon name="plus" />
            Make new codes
          </summary>
          <PasswordForm intent="make-codes" label="Make new codes" icon="rotate-cw" result={result}>
            <p className="muted small">The codes you have now stop working at once.</p>
          </PasswordForm>
        </details>
      ) : null}
    </SecurityBox>
  )
}
