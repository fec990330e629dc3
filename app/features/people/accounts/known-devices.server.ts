import { createCookie } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { queueSignInMail } from '~/features/people/mails/mails.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import { hashSecretId, makeSecretId } from '~/features/people/sessions/secret-id.server'
import { signingKeys } from '~/http/signing-keys.server'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Of one person; more are the oldest ones. */
const DEVICES_MAX = 20

const isHttps = env.SITE_URL.startsWith('https:')

// Recognizes a browser after its session has ended. It gives no access and is set only at sign-in.
const cookie = createCookie(isHttps ? '__Host-device' : 'device', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: isHttps,
  secrets: signingKeys('device cookie'),
  maxAge: YEAR_SECONDS,
})

/**
 * Records that a user signed in with the browser of the request. If other browsers are known but not this one, the user
 * gets a mail about it. The first sign-in sends none.
 *
 * @returns the cookie to set
 */
export async function rememberDevice(request: Request, userId: string) {
  const id = (await readDeviceId(request)) ?? makeSecretId()
  const device = nameDevice(request.headers.get('User-Agent'))
  await inTransaction(async (trx) => {
    const isNew = await storeDevice(trx, userId, { id_hash: hashSecretId(id), device })
    if (isNew && (await deleteOldest(trx, userId)) > 1) await queueNotice(trx, userId, device)
  })
  return cookie.serialize(id)
}

async function storeDevice(trx: Trx, user_id: string, device: { id_hash: Buffer; device: string }) {
  const { isNew } = await trx
    .insertInto('known_devices')
    .values({ user_id, ...device })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id_hash']).doUpdateSet({ device: device.device, last_seen_at: sql`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}

/** Returns how many devices were known, this one included. */
async function deleteOldest(trx: Trx, userId: string) {
  const devices = await trx
    .selectFrom('known_devices')
    .select('id_hash')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .execute()
  const oldest = devices.slice(DEVICES_MAX).map(({ id_hash }) => id_hash)
  if (oldest.length > 0) {
    await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('id_hash', 'in', oldest).execute()
  }
  return devices.length
}

async function queueNotice(trx: Trx, userId: string, device: string) {
  const { email } = await trx.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await queueSignInMail(email, { device, at: new Date().toISOString() }, trx)
}

/** Daily job. */
export async function deleteOldDevices() {
  await db.deleteFrom('known_devices').where('last_seen_at', '<=', sql<Date>`now() - interval '1 year'`).execute()
}

async function readDeviceId(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && /^[\w-]{43}$/.test(id) ? id : undefined
}
