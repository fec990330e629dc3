import { env } from '~/env.server'
import { letter } from './letter.server'

export function resetPassword(to: string, token: string) {
  const url = `${env.SITE_URL}/auth/reset?token=${token}`
  return letter({
    to,
    subject: 'Reset your password',
    preview: 'The link works for 30 minutes.',
    blocks: [
      { kind: 'heading', text: 'Reset your password' },
      { kind: 'paragraph', text: 'You asked for a new password.' },
      { kind: 'button', link: { label: 'Choose a new password', url } },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'The link works for 30 minutes and once. Asking for another one ends it.',
      },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'If you did not ask for it, ignore this mail: your password stays the same.',
      },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent because somebody, probably you, asked for a new password.' }]],
  })
}
