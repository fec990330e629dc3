import { env } from '~/env.server'
import { letter } from './letter.server'

export function emailTaken(to: string) {
  const url = `${env.SITE_URL}/auth?mode=reset`
  return letter({
    to,
    subject: 'You already have an account',
    preview: 'Somebody tried to sign up with this address. Nothing was changed.',
    blocks: [
      { kind: 'heading', text: 'You already have an account' },
      {
        kind: 'paragraph',
        text: 'Someone, probably you, tried to sign up with this email. It already has an account, so nothing was changed.',
      },
      { kind: 'button', link: { label: 'Sign in or choose a new password', url } },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'Choosing a new password also confirms an account that was never confirmed.',
      },
      { kind: 'paragraph', isMuted: true, text: 'If this was not you, you can ignore this mail.' },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent because somebody, probably you, tried to sign up with this address.' }]],
  })
}
