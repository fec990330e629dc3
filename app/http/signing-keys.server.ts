import { hkdfSync } from 'node:crypto'
import { sessionSecrets } from '~/env.server'

/** The purpose of a key. A value signed for one purpose is not valid for another, although all keys derive from one secret. */
export type KeyPurpose =
  | 'session cookie'
  | 'toast cookie'
  | 'confirm link cookie'
  | 'reset link cookie'
  | 'first admin link'
  | 'first admin link cookie'
  | 'unconfirmed cookie'
  | 'mail sent cookie'
  | 'second factor cookie'
  | 'bookmark cookie'
  | 'contact sent cookie'
  | 'rate limits'
  | 'visitor keys'
  | 'unsubscribe links'
  | 'authenticator secrets'

const derived = new Map<KeyPurpose, string[]>()

/** The keys for a purpose, one for each secret in SESSION_SECRET. The first signs, all are accepted. */
export function signingKeys(purpose: KeyPurpose): string[] {
  let keys = derived.get(purpose)
  if (!keys) {
    keys = sessionSecrets().map((secret) => deriveKey(secret, purpose))
    derived.set(purpose, keys)
  }
  return keys
}

/** The key that signs new values. */
export function signingKey(purpose: KeyPurpose): string {
  return signingKeys(purpose)[0]!
}

/** HKDF (RFC 5869) with the purpose as its info; SESSION_SECRET is random already, so it needs no salt. */
export function deriveKey(secret: string, purpose: KeyPurpose): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lifetime-ledger ${purpose}`, 32)).toString('base64url')
}
