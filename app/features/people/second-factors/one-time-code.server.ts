import { Secret, TOTP } from 'otpauth'
import { env } from '~/env.server'

const STEP_SECONDS = 30
/** Clocks may differ by one step. */
const DRIFT = 1

/** What authenticator apps expect (RFC 6238): SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: env.SITE_NAME,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The address in the QR code, which names the site and the account in the app. */
export const keyUri = (secret: Buffer, email: string) => totpOf(secret, email).toString()

/** The secret for typing: base32 in groups of four. */
export const spellSecret = (secret: Buffer) =>
  totpOf(secret)
    .secret.base32.match(/.{1,4}/g)!
    .join(' ')

/** The time step of a code, in 30 seconds since 1970; undefined when it is wrong. */
export function stepOf(secret: Buffer, code: string, now = Date.now()) {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now, window: DRIFT })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}
