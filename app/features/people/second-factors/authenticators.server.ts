import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { endOtherSessions, findSessionHash } from '~/features/people/sessions/sessions.server'
import { signingKeys } from '~/http/signing-keys.server'
import { site } from '~/site.server'
import { recordFactorChange } from './factor-changes.server'
import { makeCodesIfNone } from './recovery-codes.server'
import { SET_UP_MINUTES } from './second-factor'

// As many bytes as the hash of the codes has (RFC 4226, section 4).
const SECRET_BYTES = 20
const OPEN = sql<Date>`now() - ${`${SET_UP_MINUTES} minutes`}::interval`

/**
 * Begins to set up an authenticator app, anew if one was begun. Only the session of the request sees the secret and can
 * confirm it. Changes nothing for an account that has an app.
 */
export async function startSetUp(request: Request, userId: string) {
  const sealed_secret = encryptSecret(randomBytes(SECRET_BYTES), userId)
  const session_hash = await findSessionHash(request)
  const values = { sealed_secret, session_hash, created_at: sql<Date>`now()` }
  await db
    .insertInto('authenticators')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('authenticators.confirmed_at', 'is', null),
    )
    .execute()
}

export async function cancelSetUp(request: Request, userId: string) {
  const session_hash = (await findSessionHash(request)) ?? null
  await db.deleteFrom('authenticators').where('user_id', '=', userId).where('session_hash', '=', session_hash).execute()
}

/** What the app needs while it is set up: the secret as a QR code and for typing. */
export async function findSetUp(request: Request, { id, email }: { id: string; email: string }) {
  const secret = await findOpenSecret(request, id, db)
  return secret && { qrCode: drawQrCode(keyUri(secret, email)), secret: formatSecret(secret) }
}

/**
 * Turns on the authenticator app that is being set up, and ends all other sessions.
 *
 * @returns the recovery codes if the account had none. `wrong`: not the code of the app. `expired`: it took too long.
 */
export async function confirmSetUp(
  request: Request,
  user: { id: string; email: string },
  code: string,
  now = Date.now(),
) {
  return inTransaction(async (trx) => {
    const secret = await findOpenSecret(request, user.id, trx)
    if (!secret) return 'expired'
    const step = stepOf(secret, code, now)
    if (step === undefined) return 'wrong'
    await trx
      .updateTable('authenticators')
      .set({ confirmed_at: sql`now()`, session_hash: null, last_step: step })
      .where('user_id', '=', user.id)
      .execute()
    await endOtherSessions(request, user.id, trx)
    await recordFactorChange(trx, { user, actor: user.id, change: 'authenticator-added' })
    return { codes: await makeCodesIfNone(user.id, trx) }
  })
}

async function findOpenSecret(request: Request, userId: string, executor: typeof db | Trx) {
  const session_hash = (await findSessionHash(request)) ?? null
  const row = await executor
    .selectFrom('authenticators')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('session_hash', '=', session_hash)
    .where('created_at', '>', OPEN)
    .$if(executor.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && decryptSecret(row.sealed_secret, userId)?.secret
}

/**
 * Accepts a code of the account's app once: codes of the same or an earlier time are refused, also when two requests with
 * the same one arrive together.
 */
export async function redeemOneTimeCode(userId: string, code: string, now = Date.now()) {
  const row = await db
    .selectFrom('authenticators')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const opened = row && decryptSecret(row.sealed_secret, userId)
  const step = opened && stepOf(opened.secret, code, now)
  if (step === undefined) return false
  const accepted = await db
    .updateTable('authenticators')
    .set({
      last_step: step,
      last_used_at: sql`now()`,
      ...(opened?.isOutdated && { sealed_secret: encryptSecret(opened.secret, userId) }),
    })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .where('sealed_secret', '=', row!.sealed_secret)
    .returning('user_id')
    .executeTakeFirst()
  return accepted !== undefined
}

const STEP_SECONDS = 30
/** Clocks may differ by one step. */
const DRIFT = 1

/** What authenticator apps expect (RFC 6238): SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    // The format of the address allows no colon in an issuer.
    issuer: site.name.replaceAll(':', ''),
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The address in the QR code, which names the site and the account in the app. */
export const keyUri = (secret: Buffer, email: string) => totpOf(secret, email).toString()

/** The secret for typing: base32 in groups of four. */
const formatSecret = (secret: Buffer) =>
  totpOf(secret)
    .secret.base32.match(/.{1,4}/g)!
    .join(' ')

/** The time step of a code, in 30 seconds since 1970; undefined when it is wrong. */
function stepOf(secret: Buffer, code: string, now = Date.now()) {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now, window: DRIFT })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Quiet zone around the code, in modules, as readers need it. */
const BORDER = 4

/** A QR code as the path of an SVG drawing whose unit is one module. */
function drawQrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const runs = data.flatMap((row, y) => rowRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: runs.join('') }
}

/** Where the dark modules of a row begin and how many follow. */
function rowRuns(row: boolean[]) {
  const runs: [start: number, length: number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the secret of an account. It can be decrypted for that account only, so that rows cannot be swapped. */
export function encryptSecret(secret: Buffer, userId: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys()[0]!, nonce).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * @returns the secret, and whether it was encrypted with an older key than `encryptSecret` would use. Undefined if no
 * key decrypts it, because the secret of the site was replaced.
 */
export function decryptSecret(bytes: Buffer, userId: string) {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  for (const [index, key] of keys().entries()) {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag)
    try {
      const secret = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return { secret, isOutdated: index > 0 }
    } catch {
      // Encrypted with another key.
    }
  }
}

const keys = () => signingKeys('authenticator secrets').map((key) => Buffer.from(key, 'base64url'))
