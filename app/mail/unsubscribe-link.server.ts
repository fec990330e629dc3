import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '~/env.server'
import { signingKey, signingKeys } from '~/http/signing-keys.server'
import type { FinePrint } from './layout/blocks'

/** The address that stops a member's mails without signing in. It works as long as the account and the key exist. */
export function unsubscribeUrl(userId: string) {
  return `${env.SITE_URL}/unsubscribe/${unsubscribeToken(userId)}`
}

/** The link to it in the fine print of a mail. */
export function unsubscribe(userId: string, label = 'Unsubscribe from these emails'): FinePrint {
  return { link: { label, url: unsubscribeUrl(userId) }, after: ', without signing in' }
}

export function unsubscribeToken(userId: string) {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, seal(id, signingKey('unsubscribe links'))]).toString('base64url')
}

/** The id of the member that a link was made for. Undefined when it was not made here, or was cut short. */
export function readUnsubscribeToken(token = ''): string | undefined {
  if (!/^[\w-]{48}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const [id, sealed] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  const isOurs = signingKeys('unsubscribe links').some((key) => timingSafeEqual(seal(id, key), sealed))
  return isOurs ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined
}

const ID_BYTES = 16
const SEAL_BYTES = 20

const seal = (id: Buffer, key: string) => createHmac('sha256', key).update(id).digest().subarray(0, SEAL_BYTES)
