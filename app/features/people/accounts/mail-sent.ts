/** An email requested on the sign-in page, and its recipient. */
export type MailSent = { mail: 'reset'; email: string } | ConfirmationSent

/** The mail of a sign-up. `at`: when it was last asked for; `count`: how often. */
export type ConfirmationSent = {
  mail: 'confirm'
  email: string
  /** When the password was set; a newer sign-up replaces it. */
  passwordSince: string
  at: number
  count: number
}

/** Seconds between two mails of one sign-up. */
export const RESEND_AFTER = 60

/** Mails of one sign-up; an address gets no more within an hour (limits.server). */
export const CONFIRMATIONS_MAX = 5

/** The seconds until the mail can be sent again; 0 when it can. */
export function resendWait({ at }: ConfirmationSent) {
  const waited = Math.floor((Date.now() - at) / 1000)
  return Math.min(Math.max(RESEND_AFTER - waited, 0), RESEND_AFTER)
}
