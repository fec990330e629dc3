import { hkdfSync } from 'node:crypto'
import { sessionSecrets } from '~/env.server'

/** What a key is for. A value signed for one purpose is not valid for another, though all keys come from one secret. */
export type KeyPurpose =
  | 'session cookie'
  | 'toast cookie'
  | 'confirm link cookie'
  | 'reset link cookie'
  | 'unconfirmed cookie'
  | 'mail sent cookie'
  | 'rate limits'
  | 'visitor keys'

const derived = new Map<KeyPurpose, string[]>()

/** The keys of one purpose, one for each secret in SESSION_SECRET: the first signs, all are accepted. */
export function signingKeys(purpose: KeyPurpose): string[] {
  let keys = derived.get(purpose)
  if (!keys) {
    keys = sessionSecrets().map((secret) => deriveKey(secret, purpose))
    derived.set(purpose, keys)
  }
  return keys
}

/** The key for new values: that of the newest secret. */
export function signingKey(purpose: KeyPurpose): string {
  return signingKeys(purpose)[0]!
}

/** HKDF (RFC 5869) with the purpose as its info; SESSION_SECRET is random already, so it needs no salt. */
export function deriveKey(secret: string, purpose: KeyPurpose): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lifetime-ledger ${purpose}`, 32)).toString('base64url')
}
