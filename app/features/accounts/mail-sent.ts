/** A mail that was asked for on the sign-in screen, and for which address. */
export type MailSent = { mail: 'confirm' | 'reset'; email: string }
