import { env } from '~/env.server'
import { letter } from './letter.server'

export function emailTaken(to: string) {
  return letter({
    to,
    subject: 'You already have an account',
    link: { label: 'Sign in or choose a new password', url: `${env.SITE_URL}/auth?mode=reset` },
    paragraphs: [
      'Somebody, probably you, tried to sign up with this address. It already has an account, so nothing was changed.',
      'Choosing a new password also confirms an account that was never confirmed.',
      'If it was not you, there is nothing to do.',
    ],
  })
}
