import { env } from '~/env.server'
import { letter } from './letter.server'

const TEXTS = {
  'authenticator-added': {
    subject: 'An authenticator app was added',
    text: 'An authenticator app was added to your account. From now on signing in asks for one of its codes. All other sessions were signed out.',
  },
  'authenticator-removed': {
    subject: 'Your authenticator app was removed',
    text: 'The authenticator app was removed from your account. Signing in no longer asks for its codes.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. It signs in without the password, and besides it. All other sessions were signed out.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your account. It no longer signs in.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your account. The earlier ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone signed in to your account with your password and one of your recovery codes. That code no longer works.',
  },
  'second-factor-locked': {
    subject: 'Too many wrong codes',
    text: 'Someone who knows your password, or is signed in to your account, entered ten wrong codes. Codes of your app and recovery codes are locked for 15 minutes.',
  },
  'second-factors-reset': {
    subject: 'Your second factors were turned off',
    text: 'We turned off all second factors of your account and signed it out everywhere. Your password alone signs in until you set one up again.',
  },
}

/** To the owner of an account, at each change to what protects it, and when its codes are locked. */
export function secondFactorChanged(to: string, change: keyof typeof TEXTS) {
  const { subject, text } = TEXTS[change]
  const url = `${env.SITE_URL}/auth?mode=reset`
  return letter({
    to,
    subject,
    preview: 'If this was not you, choose a new password right away.',
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text },
      {
        kind: 'paragraph',
        text: 'If this was not you, choose a new password right away, and check the Security page of your account.',
      },
      { kind: 'button', link: { label: 'Choose a new password', url } },
      { kind: 'address', url },
    ],
    finePrint: [[{ text: 'Sent when the second factors of your account change or are locked.' }]],
  })
}
