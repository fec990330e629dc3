import { env } from '~/env.server'
import { letter } from './letter.server'

export function emailTaken(to: string) {
  return letter({
    to,
    subject: 'You already have an account',
    link: { label: 'Sign in or choose a new password', url: `${env.SITE_URL}/auth?mode=reset` },
    paragraphs: [
      'Someone, probably you, tried to sign up with this email. It already has an account, so nothing was changed.',
      'Choosing a new password also confirms an account that was never confirmed.',
      'If this was not you, you can ignore this email.',
    ],
  })
}
