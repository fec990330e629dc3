import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { endTokensOf } from '~/features/people/sessions/tokens.server'
import { siteUrl } from '~/http/page.server'
import { signingKeys } from '~/http/signing-keys.server'
import { hashPassword, savePassword } from './passwords.server'

const LIFETIME_S = 24 * 60 * 60
/** A token is the second at which it expires and a signature: 43 characters, as long as all tokens of links. */
const EXPIRY_BYTES = 4
const SIGNATURE_BYTES = 28

/** The address where the first admin is made, for the console. Undefined when the site has an admin. */
export async function makeFirstAdminUrl() {
  if (await hasAdmin(db)) return undefined
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUInt32BE(Math.floor(Date.now() / 1000) + LIFETIME_S)
  const [signature] = signaturesOf(expiry)
  return siteUrl(`/auth/first-admin?token=${Buffer.concat([expiry, signature!]).toString('base64url')}`)
}

/** When the token expires; undefined when it no longer works. It is used once, because then the site has an admin. */
export async function findFirstAdminExpiry(token: string) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== EXPIRY_BYTES + SIGNATURE_BYTES) return undefined
  const [expiry, signature] = [bytes.subarray(0, EXPIRY_BYTES), bytes.subarray(EXPIRY_BYTES)]
  const expiresAt = new Date(expiry.readUInt32BE() * 1000)
  const isSigned = signaturesOf(expiry).some((right) => timingSafeEqual(right, signature))
  return isSigned && expiresAt > new Date() && !(await hasAdmin(db)) ? expiresAt : undefined
}

const signaturesOf = (expiry: Buffer) =>
  signingKeys('first admin link').map((key) =>
    createHmac('sha256', key).update(expiry).digest().subarray(0, SIGNATURE_BYTES),
  )

async function hasAdmin(executor: Executor) {
  const admin = await executor.selectFrom('profiles').select('id').where('role', '=', 'ADMIN').limit(1).execute()
  return admin.length > 0
}

/**
 * Creates the confirmed account of the first admin. As at a sign-up, an account with the same email that was never
 * confirmed is replaced.
 *
 * @returns `has-admin` when another request made one, `taken` when a confirmed account has the email
 */
export async function createFirstAdmin({ name, email, password }: { name: string; email: string; password: string }) {
  const password_hash = await hashPassword(password)
  return inTransaction(async (trx) => {
    // Without the lock, two requests at once would both find no admin.
    await sql`lock table profiles in share row exclusive mode`.execute(trx)
    if (await hasAdmin(trx)) return 'has-admin'
    const admin = { name, role: 'ADMIN', confirmed_at: sql<Date>`now()` } as const
    const profile = await trx
      .insertInto('profiles')
      .values({ ...admin, email })
      .onConflict((conflict) =>
        conflict.expression(sql`lower(email)`).doUpdateSet(admin).where('profiles.confirmed_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (!profile) return 'taken'
    await endTokensOf(profile.id, trx)
    await endSessionsOf(profile.id, trx)
    await savePassword(profile.id, password_hash, trx)
    const detail = { role: 'ADMIN' }
    await recordAudit({ actor: profile.id, action: 'profile.created', entity: 'profile', id: profile.id, detail }, trx)
    return profile
  })
}
