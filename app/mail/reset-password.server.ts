import { env } from '~/env.server'
import { letter } from './letter.server'

export function resetPassword(to: string, token: string) {
  return letter({
    to,
    subject: 'Reset your password',
    link: { label: 'Choose a new password', url: `${env.SITE_URL}/auth/reset?token=${token}` },
    paragraphs: [
      'You asked for a new password.',
      'The link works for 30 minutes and once. Asking for another one ends it.',
      'If you did not ask, ignore this mail: your password stays as it is.',
    ],
  })
}
