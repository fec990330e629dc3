import { env } from '~/env.server'
import { letter } from './letter.server'

export function passwordChanged(to: string) {
  return letter({
    to,
    subject: 'Your password was changed',
    link: { label: 'Choose a new password', url: `${env.SITE_URL}/auth?mode=reset` },
    paragraphs: [
      'The password of your account was changed, and every other session was signed out.',
      'If this was not you, choose a new password right away.',
    ],
  })
}
