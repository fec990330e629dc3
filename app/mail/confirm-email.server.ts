import { env } from '~/env.server'
import { letter } from './letter.server'

export function confirmEmail(to: string, token: string) {
  return letter({
    to,
    subject: 'Confirm your email',
    link: { label: 'Confirm your email', url: `${env.SITE_URL}/auth/confirm?token=${token}` },
    paragraphs: [
      'Thank you for signing up. One click, and your account is ready.',
      'The link works for 24 hours and once. Asking for another one ends it.',
      'If you did not sign up, ignore this mail: without the click nobody can use the account.',
    ],
  })
}
