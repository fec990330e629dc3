import { INTENT } from '@conform-to/dom'
import { createCookie } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { failedForm, isPasswordField, isTyped } from '~/http/failed-form'
import { readForm } from '~/http/forms.server'
import type { KeptForm } from '~/http/kept-form'
import { isMultipart, readFieldsOnly } from '~/http/multipart.server'
import { pagePath } from '~/http/safe-redirect.server'
import { signingKeys } from '~/http/signing-keys.server'
import { log } from '~/log.server'
import { readMember } from './member-cookie.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

const BYTES_MAX = 30_000
const PATH_MAX = 2_000
/** Of one member; more are the oldest ones. */
const FORMS_MAX = 5
const KEPT = sql<Date>`now() - interval '1 hour'`

// Binds kept forms to the browser that sent them.
const cookie = createCookie('kept-form', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('kept form cookie'),
  maxAge: 60 * 60,
})

/** A form arrived without a session, or before the password was asked for again. */
export type KeptReason = 'SIGNED_OUT' | 'UNVERIFIED'

/**
 * Keeps what a member typed into a form that cannot be accepted yet, so that it can be offered again after signing in.
 * Never passwords or files, and nothing of browsers where nobody has signed in.
 *
 * @returns the cookie to set, or undefined when nothing was kept
 */
export async function keepForm(request: Request, reason: KeptReason = 'SIGNED_OUT') {
  if (request.method !== 'POST') return undefined
  try {
    const userId = await readMember(request)
    const sent = userId && (await readTyped(request))
    return sent ? await store(request, { user_id: userId, reason, ...sent }) : undefined
  } catch (error) {
    // Signing in matters more.
    log.error({ err: error }, 'A form could not be kept')
    return undefined
  }
}

async function readTyped(request: Request) {
  const { fields: sent, hadFile } = isMultipart(request)
    ? await readFieldsOnly(request)
    : { fields: await readForm(request), hadFile: false }
  const entries = [...sent].filter(([name]) => name !== INTENT && !isPasswordField(name))
  const fields = new URLSearchParams(entries).toString()
  const isWorthKeeping = hadFile || entries.some(([name, value]) => isTyped(name, value))
  return isWorthKeeping && fields && fields.length <= BYTES_MAX ? { fields, had_file: hadFile } : undefined
}

type Kept = { user_id: string; reason: KeptReason; fields: string; had_file: boolean }

async function store(request: Request, kept: Kept) {
  const path = pagePath(request)
  if (path.length > PATH_MAX) return undefined
  const id = (await readId(request)) ?? makeSecretId()
  const key = { id_hash: hashSecretId(id), path }
  await inTransaction(async (trx) => {
    await deleteOldKeptForms(trx)
    const values = { ...kept, created_at: sql<Date>`now()` }
    await trx
      .insertInto('kept_forms')
      .values({ ...key, ...values })
      .onConflict((conflict) => conflict.columns(['id_hash', 'path']).doUpdateSet(values))
      .execute()
    const newest = trx
      .selectFrom('kept_forms')
      .select(['id_hash', 'path'])
      .where('user_id', '=', kept.user_id)
      .orderBy('created_at', 'desc')
      .limit(FORMS_MAX)
    await trx
      .deleteFrom('kept_forms')
      .where('user_id', '=', kept.user_id)
      .where(({ eb, refTuple }) => eb(refTuple('id_hash', 'path'), 'not in', newest.$asTuple('id_hash', 'path')))
      .execute()
  })
  return cookie.serialize(id)
}

/** The form kept for the requested page, of this member and browser. */
export async function findKeptForm(request: Request, userId: string): Promise<KeptForm | undefined> {
  const id = await readId(request)
  if (!id) return undefined
  const path = pagePath(request)
  const kept = await db
    .selectFrom('kept_forms')
    .select(['fields', 'had_file', 'reason'])
    .where('id_hash', '=', hashSecretId(id))
    .where('path', '=', path)
    .where('user_id', '=', userId)
    .where('created_at', '>', KEPT)
    .executeTakeFirst()
  if (!kept) return undefined
  const why = kept.reason === 'UNVERIFIED' ? UNVERIFIED : SIGNED_OUT
  const { failure: _, ...result } = failedForm(new URLSearchParams(kept.fields), '')
  return { path, result: { ...result, error: { '': kept.had_file ? [why, NO_FILE] : [why] } } }
}

const SIGNED_OUT = 'You were signed out. What you typed is still here: check it and send it again.'
const UNVERIFIED = 'Your password was asked for first. What you typed is still here: check it and send it again.'
const NO_FILE = 'Files cannot be kept: choose yours again.'

/** When the form of a page is sent again. */
export async function forgetKeptForm(request: Request, userId: string) {
  if (request.method !== 'POST') return
  const id = await readId(request)
  if (!id) return
  await db
    .deleteFrom('kept_forms')
    .where('id_hash', '=', hashSecretId(id))
    .where('path', '=', pagePath(request))
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteOldKeptForms(executor = db) {
  await executor.deleteFrom('kept_forms').where('created_at', '<=', KEPT).execute()
}

async function readId(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && /^[\w-]{43}$/.test(id) ? id : undefined
}
