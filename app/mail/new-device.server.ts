import { env } from '~/env.server'
import { letter } from './letter.server'

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

export function newDevice(to: string, { device, at }: { device: string; at: string }) {
  const url = `${env.SITE_URL}/auth?mode=reset`
  return letter({
    to,
    subject: 'New sign-in to your account',
    preview: `Somebody signed in with ${device}. If this was you, there is nothing to do.`,
    blocks: [
      { kind: 'heading', text: 'New sign-in to your account' },
      {
        kind: 'paragraph',
        text: `Somebody signed in to your account with a browser that was not used before: ${device}, on ${MOMENT.format(new Date(at))} UTC.`,
      },
      { kind: 'paragraph', text: 'If this was you, there is nothing to do.' },
      {
        kind: 'paragraph',
        text: 'If it was not you, choose a new password right away. That signs out every browser.',
      },
      { kind: 'button', link: { label: 'Choose a new password', url } },
      { kind: 'paragraph', isMuted: true, text: 'The settings of your account list where you are signed in.' },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent whenever your account is used with a browser that was not used before.' }]],
  })
}
