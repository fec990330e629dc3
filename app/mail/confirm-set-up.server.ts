import { env } from '~/env.server'
import { letter } from './letter.server'

/** Before the first second factor of an account whose role requires one, because its password alone may be stolen. */
export function confirmSetUp(to: string, token: string) {
  const url = `${env.SITE_URL}/auth/set-up?token=${token}`
  const subject = 'Confirm the set-up of a second factor'
  return letter({
    to,
    subject,
    preview: 'This link expires in 30 minutes.',
    blocks: [
      { kind: 'heading', text: subject },
      {
        kind: 'paragraph',
        text: 'Someone signed in to your account wants to set up its second factor. If this is you, open the link in the same browser.',
      },
      { kind: 'button', link: { label: 'Confirm the set-up', url } },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'This link expires in 30 minutes and works once. Requesting a new one cancels it.',
      },
      {
        kind: 'paragraph',
        isMuted: true,
        text: 'If this was not you, someone knows your password. Choose a new one right away.',
      },
      { kind: 'address', url },
    ],
    finePrint: [
      [{ link: { label: 'Choose a new password', url: `${env.SITE_URL}/auth?mode=reset` } }],
      [{ text: "You're getting this because your role requires a second factor." }],
    ],
  })
}
