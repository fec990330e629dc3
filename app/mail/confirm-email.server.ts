import { env } from '~/env.server'
import { letter } from './letter.server'

export function confirmEmail(to: string, token: string) {
  const url = `${env.SITE_URL}/auth/confirm?token=${token}`
  return letter({
    to,
    subject: 'Confirm your email',
    preview: 'One click, and your account is ready. The link works for 24 hours.',
    blocks: [
      { kind: 'heading', text: 'Confirm your email' },
      { kind: 'paragraph', text: 'Thank you for signing up. One click, and your account is ready.' },
      { kind: 'button', link: { label: 'Confirm your email', url } },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'The link works for 24 hours and once. Asking for another one or signing up again ends it.',
      },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'If you did not sign up, ignore this mail: without the click nobody can use the account.',
      },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent because somebody, probably you, signed up with this address.' }]],
  })
}
