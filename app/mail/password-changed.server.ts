import { env } from '~/env.server'
import { letter } from './letter.server'

export function passwordChanged(to: string) {
  const url = `${env.SITE_URL}/auth?mode=reset`
  return letter({
    to,
    subject: 'Your password was changed',
    preview: 'If this was not you, choose a new password right away.',
    blocks: [
      { kind: 'heading', text: 'Your password was changed' },
      {
        kind: 'paragraph',
        text: 'The password of your account was changed. Every other session was signed out, and your calendar and feed links no longer work.',
      },
      { kind: 'paragraph', text: 'If this was not you, choose a new password right away.' },
      { kind: 'button', link: { label: 'Choose a new password', url } },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent whenever the password of your account changes.' }]],
  })
}
