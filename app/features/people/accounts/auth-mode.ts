export const MODES = ['sign-in', 'sign-up', 'reset'] as const
export type Mode = (typeof MODES)[number]

export const TITLES: Record<Mode, string> = {
  'sign-in': 'Sign in to your account',
  'sign-up': 'Create your account',
  reset: 'Reset your password',
}

export const UNCONFIRMED = 'Please confirm your email first'

export function modeOf(params: URLSearchParams): Mode {
  return MODES.find((mode) => mode === params.get('mode')) ?? 'sign-in'
}

/** The path of the auth page in a mode, keeping the redirect target. */
export function authPath(mode: Mode, redirectTo: string) {
  const params = new URLSearchParams()
  if (mode !== 'sign-in') params.set('mode', mode)
  if (redirectTo !== '/') params.set('redirectTo', redirectTo)
  return params.size > 0 ? `/auth?${params}` : '/auth'
}

/** The page after a sign-up, keeping the redirect target. */
export function inboxPath(redirectTo: string) {
  return redirectTo === '/' ? '/auth/inbox' : `/auth/inbox?${new URLSearchParams({ redirectTo })}`
}

/** Error title of all forms of the auth page (spec §8). */
export const AUTH_FAILED = 'Authentication failed'
