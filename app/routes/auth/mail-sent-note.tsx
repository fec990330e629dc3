import { Link } from '@remix-run/react'
import { inboxPath } from '~/features/people/accounts/auth-mode'
import type { MailSent } from '~/features/people/accounts/mail-sent'
import { Notice } from '~/ui/notice'

/** Stays above the form until the next sign-in, unlike the toast. */
export function MailSentNote({ sent, redirectTo }: { sent: Pick<MailSent, 'mail' | 'email'>; redirectTo: string }) {
  const address = <bdi className="strong">{sent.email}</bdi>
  return (
    <div className="auth__note">
      {sent.mail === 'confirm' ? (
        <Notice
          tone="ok"
          icon="mail"
          title="Confirm your email"
          text={
            <>
              We sent an email to {address}. Open the link in it within 24 hours to activate your account.{' '}
              <Link className="link" to={inboxPath(redirectTo)}>
                Nothing there?
              </Link>
            </>
          }
        />
      ) : (
        <Notice
          tone="ok"
          icon="mail"
          title="Check your inbox"
          text={
            <>
              If {address} has an account, we sent a link to it. Open it within 30 minutes to choose a new password.
              Nothing there? Check your spam folder.
            </>
          }
        />
      )}
    </div>
  )
}
