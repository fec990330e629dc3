import { env } from '~/env.server'
import { letter } from './letter.server'

export function resetPassword(to: string, token: string) {
  return letter({
    to,
    subject: 'Reset your password',
    link: { label: 'Choose a new password', url: `${env.SITE_URL}/auth/reset?token=${token}` },
    paragraphs: [
      'You asked for a new password.',
      'This link expires in 30 minutes and works once. Requesting a new one cancels it.',
      'If you did not ask for it, ignore this email: your password stays the same.',
    ],
  })
}
