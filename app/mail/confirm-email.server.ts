import { env } from '~/env.server'
import { letter } from './letter.server'

export function confirmEmail(to: string, token: string) {
  return letter({
    to,
    subject: 'Confirm your email',
    link: { label: 'Confirm your email', url: `${env.SITE_URL}/auth/confirm?token=${token}` },
    paragraphs: [
      'Thank you for signing up. Confirm your email to activate your account.',
      'This link expires in 24 hours and works once. Requesting a new one or signing up again cancels it.',
      'If you did not sign up, ignore this email: no one can use the account unless the email is confirmed.',
    ],
  })
}
