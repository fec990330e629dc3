/** Wrong codes after which a sign-in has to begin again with the password. */
export const ATTEMPTS_MAX = 5
export const RECOVERY_CODES = 10
/** Minutes to confirm a new authenticator app with its first code. */
export const SET_UP_MINUTES = 15

/** Where second factors are set up. */
export const SECURITY_PATH = '/account/security'

export const FACTOR_REQUIRED =
  'Your role needs a second factor. Set one up under Security in your account settings first.'

export const SECOND_STEP_FAILED = 'Failed to check your code'

/** Codes as an app shows them, or typed with a space in the middle. */
export const CODE_MAX = 20

/** What a sign-in ended with, after the password. */
export type Factor = 'authenticator' | 'recovery-code'

/** The path of the second step, keeping the redirect target. */
export function secondStepPath(redirectTo: string, { recovery = false } = {}) {
  const params = new URLSearchParams()
  if (recovery) params.set('with', 'recovery-code')
  if (redirectTo !== '/') params.set('redirectTo', redirectTo)
  return params.size > 0 ? `/auth/second-factor?${params}` : '/auth/second-factor'
}
