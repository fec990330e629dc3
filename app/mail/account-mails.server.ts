import { env } from '~/env.server'
import type { Block, FinePrint, Link } from './layout/blocks'
import { letter } from './letter.server'

type AccountMail = {
  subject: string
  preview: string
  /** Paragraphs above the button and, muted, below it. */
  texts: string[]
  button: Link
  notes?: string[]
  finePrint: FinePrint[]
}

/** A mail about an account. Members cannot unsubscribe from these. */
function accountMail(to: string, { subject, preview, texts, button, notes = [], finePrint }: AccountMail) {
  return letter({
    to,
    subject,
    preview,
    blocks: [
      { kind: 'heading', text: subject },
      ...texts.map((text): Block => ({ kind: 'paragraph', text })),
      { kind: 'button', link: button },
      ...notes.map((text): Block => ({ kind: 'paragraph', isMuted: true, text })),
      { kind: 'address', url: button.url },
    ],
    finePrint: finePrint.map((sentence) => [sentence]),
  })
}

const newPassword = (label = 'Choose a new password') => ({ label, url: `${env.SITE_URL}/auth?mode=reset` })

export function confirmEmail(to: string, token: string) {
  return accountMail(to, {
    subject: 'Confirm your email',
    preview: 'Confirm your email to activate your account. This link expires in 24 hours.',
    texts: ['Thank you for signing up. Confirm your email to activate your account.'],
    button: { label: 'Confirm your email', url: `${env.SITE_URL}/auth/confirm?token=${token}` },
    notes: [
      'This link expires in 24 hours and works once. Requesting a new one cancels it.',
      "If you didn't sign up, you can ignore this email.",
    ],
    finePrint: [{ text: "You're getting this because this address was used to sign up." }],
  })
}

export function emailTaken(to: string) {
  return accountMail(to, {
    subject: 'You already have an account',
    preview: 'Someone tried to sign up with this address. Nothing was changed.',
    texts: ['Someone tried to sign up with this email, which already has an account. Nothing was changed.'],
    button: newPassword('Sign in or choose a new password'),
    notes: [
      'If the account was never confirmed, choosing a new password confirms it.',
      "If this wasn't you, you can ignore this email.",
    ],
    finePrint: [{ text: "You're getting this because someone tried to sign up with this address." }],
  })
}

export function resetPasswordMail(to: string, token: string) {
  return accountMail(to, {
    subject: 'Reset your password',
    preview: 'This link expires in 30 minutes.',
    texts: ['You requested a new password.'],
    button: { label: 'Choose a new password', url: `${env.SITE_URL}/auth/reset?token=${token}` },
    notes: [
      'This link expires in 30 minutes and works once. Requesting a new one cancels it.',
      "If you didn't ask for this, you can ignore this email. Your password stays the same.",
    ],
    finePrint: [{ text: "You're getting this because a new password was requested for this address." }],
  })
}

export function passwordChanged(to: string) {
  return accountMail(to, {
    subject: 'Your password was changed',
    preview: "If this wasn't you, choose a new password right away.",
    texts: [
      'The password of your account was changed, and every other session was signed out.',
      "If this wasn't you, choose a new password right away.",
    ],
    button: newPassword(),
    finePrint: [{ text: "You're getting this because your password was changed." }],
  })
}

export function suspended(to: string, { reason, note }: { reason: string; note: string }) {
  return accountMail(to, {
    subject: 'Your account is suspended',
    preview: `${reason}. You can still sign in and read.`,
    texts: [
      "You can still sign in, read everything, download your data and delete your account, but you can't post, save or change anything.",
      `Reason: ${reason}`,
      note,
    ],
    button: { label: 'Your account', url: `${env.SITE_URL}/account` },
    notes: ['If you think this is a mistake, write to us. Our contact page says how.'],
    finePrint: [{ text: "You're getting this because your account was suspended." }],
  })
}

/** The last mail of an account, to the address that it had. */
export function accountDeleted(to: string) {
  return accountMail(to, {
    subject: 'Your account has been deleted',
    preview: 'This is the last email we send you.',
    texts: [
      'Your account has been deleted. Approved contributions stay, without your name. Everything else is deleted.',
      'This is the last email we send you.',
    ],
    button: { label: 'Open the site', url: env.SITE_URL },
    notes: ["If this wasn't you, write to us. Our contact page says how."],
    finePrint: [{ text: "You're getting this because the account with this address was deleted." }],
  })
}

const SECOND_FACTOR_CHANGES = {
  'authenticator-added': {
    subject: 'An authenticator app was added',
    text: 'An authenticator app was added to your account. Signing in now asks for one of its codes. You were signed out everywhere else.',
  },
  'authenticator-removed': {
    subject: 'Your authenticator app was removed',
    text: 'The authenticator app was removed from your account. Signing in no longer asks for its codes.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone signed in to your account with your password and one of your recovery codes. That code no longer works.',
  },
  'second-factor-locked': {
    subject: 'Too many wrong codes',
    text: 'Someone who knows your password, or is signed in to your account, entered ten wrong codes. Authenticator and recovery codes are locked for 15 minutes.',
  },
  'second-factors-reset': {
    subject: 'Your second factors were turned off',
    text: 'We turned off all second factors of your account and signed you out everywhere. Until you set one up again, you sign in with your password alone.',
  },
}

/** At each change to the second factors of an account, and when its codes are locked. */
export function secondFactorChanged(to: string, change: keyof typeof SECOND_FACTOR_CHANGES) {
  const { subject, text } = SECOND_FACTOR_CHANGES[change]
  return accountMail(to, {
    subject,
    preview: "If this wasn't you, choose a new password right away.",
    texts: [text, "If this wasn't you, choose a new password right away, and check Security in your account settings."],
    button: newPassword(),
    finePrint: [{ text: "You're getting this because your second factors were changed or locked." }],
  })
}
