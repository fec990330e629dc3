import { createHash, randomBytes } from 'node:crypto'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { RECOVERY_CODES } from './second-factor'

// Crockford's base32: no letter looks like a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/**
 * Makes new recovery codes, which replace all earlier ones.
 *
 * @returns the codes, such as "7k3m-x0fa-9t2c-hh8w". Only their hashes are stored.
 */
export async function makeRecoveryCodes(userId: string, trx: Trx) {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await deleteRecoveryCodes(userId, trx)
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/** With the first factor of an account. Undefined when it has codes: they stay as they are. */
export async function makeCodesIfNone(userId: string, trx: Trx) {
  await lockOwner(userId, trx)
  const any = await trx
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return any ? undefined : makeRecoveryCodes(userId, trx)
}

/** Serializes what is decided by the factors of an account, so that two at once leave no second set of codes, and none behind. */
export async function lockOwner(userId: string, trx: Trx) {
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function deleteRecoveryCodes(userId: string, trx: Trx) {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses a code up: of two requests with the same one, the other gets false. */
export async function redeemRecoveryCode(userId: string, typed: string, executor = db) {
  const used = await executor
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(normalize(typed)))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

function makeCode() {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

const normalize = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')

const hashCode = (code: string) => createHash('sha256').update(code).digest()
