import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { signingKeys } from '~/http/signing-keys.server'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the secret of an account. It opens for that account alone, so that rows cannot be swapped. */
export function sealSecret(secret: Buffer, userId: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys()[0]!, nonce).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * @returns the secret, and whether it was encrypted with an older key than `sealSecret` would use. Undefined if none of
 * the keys opens it, because the secret of the site that made it is gone.
 */
export function openSecret(bytes: Buffer, userId: string) {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  for (const [index, key] of keys().entries()) {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag)
    try {
      const secret = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return { secret, isOutdated: index > 0 }
    } catch {
      // Another key's.
    }
  }
}

const keys = () => signingKeys('authenticator secrets').map((key) => Buffer.from(key, 'base64url'))
