/** An email requested on the sign-in page, and its recipient. */
export type MailSent = { mail: 'confirm' | 'reset'; email: string }
