import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { confirmSetUp, findSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { loader as download } from '~/routes/account_.download'
import { action as deleteDeal } from '~/routes/admin.deals.$id_.delete/route'
import { action as bulk } from '~/routes/admin.deals.bulk/route'
import { loader as exportDeals } from '~/routes/admin.deals.export'
import { action as users } from '~/routes/admin.users/route'
import { action as confirmRole } from '~/routes/admin.users_.$id.role/route'
import { action as verify } from '~/routes/auth_.verify/route'
import { makeAccount, makeDeal, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { answer, requestAs, toastOf } from '../requests'

const PASSWORD = 'correct horse 5'
const outdate = () => sql`update sessions set verified_at = now() - interval '16 minutes'`.execute(db)

type Handler = (args: { request: Request; params: Record<string, string>; context: object }) => unknown
type Case = { name: string; role: Role; path: string; form?: Record<string, string>; handler: unknown; back?: string }

async function makeCases(): Promise<Case[]> {
  const [deal, person] = [await makeDeal(), await makeProfile({ role: 'MANAGER' })]
  const role = { intent: 'change-role', id: person.id, role: 'USER', expected: 'MANAGER' }
  const bulkPath = `/admin/deals/bulk?do=delete&ids=${deal.id}`
  return [
    { name: 'own data', role: 'USER', path: '/account/download', handler: download, back: '/account/settings' },
    { name: 'deals', role: 'MANAGER', path: '/admin/deals/export', handler: exportDeals, back: '/admin/deals' },
    { name: 'a deletion', role: 'ADMIN', path: `/admin/deals/${deal.id}/delete`, form: {}, handler: deleteDeal },
    { name: 'a bulk deletion', role: 'ADMIN', path: bulkPath, form: { count: '1' }, handler: bulk },
    {
      name: 'a role',
      role: 'ADMIN',
      path: '/admin/users',
      form: role,
      handler: users,
      back: `/admin/users/${person.id}/role?to=USER`,
    },
    {
      name: 'a higher role',
      role: 'ADMIN',
      path: `/admin/users/${person.id}/role?to=ADMIN`,
      form: { role: 'ADMIN', expected: 'MANAGER' },
      handler: confirmRole,
    },
  ]
}

const snapshot = async () => {
  const { rows } = await sql`
    select (select count(*) from deals) as deals, (select string_agg(role::text, ',' order by id) from profiles) as roles`.execute(
    db,
  )
  return rows[0]
}

test('rights, deletions and exports wait for the password when it was entered over 15 minutes ago', async () => {
  for (const { name, role, path, form, handler, back = path } of await makeCases()) {
    const request = await requestAs(await makeProfile({ role }), path, form)
    await outdate()
    const before = await snapshot()
    const params = { id: /[\da-f-]{36}/.exec(path)?.[0] ?? '' }
    const response = await answer(Promise.resolve((handler as Handler)({ request, params, context: {} })))
    const location = response instanceof Response ? response.headers.get('Location') : undefined
    expect(location, name).toMatch(/^\/auth\/verify\?redirectTo=/)
    expect(new URL(location!, 'http://localhost').searchParams.get('redirectTo'), name).toBe(back)
    expect(await snapshot(), name).toEqual(before)
  }
})

test('none of them waits within 15 minutes', async () => {
  for (const { name, role, path, form, handler } of await makeCases()) {
    const request = await requestAs(await makeProfile({ role }), path, form)
    await sql`update sessions set verified_at = now() - interval '14 minutes'`.execute(db)
    const params = { id: /[\da-f-]{36}/.exec(path)?.[0] ?? '' }
    const response = await answer(Promise.resolve((handler as Handler)({ request, params, context: {} })))
    const location = response instanceof Response ? (response.headers.get('Location') ?? '') : ''
    expect(location, name).not.toContain('/auth/verify')
  }
})

const enter = (request: Request) => answer(verify({ request, params: {}, context: {} }))

test('the right password counts for this session alone, and leads back', async () => {
  const admin = await makeAccount(PASSWORD, { role: 'ADMIN' })
  await requestAs(admin, '/')
  const path = '/auth/verify?redirectTo=%2Fadmin%2Fusers'
  const request = await requestAs(admin, path, { currentPassword: PASSWORD })
  await outdate()
  const response = (await enter(request)) as Response
  expect(response.headers.get('Location')).toBe('/admin/users')
  expect(toastOf(response)).toMatchObject({ title: 'Confirmed' })
  const { rows } = await sql<{ fresh: boolean }>`
    select verified_at > now() - interval '1 minute' as fresh from sessions order by fresh`.execute(db)
  expect(rows.filter(({ fresh }) => fresh)).toHaveLength(1)
  const entries = await db.selectFrom('audit_log').select('action').where('actor_id', '=', admin.id).execute()
  expect(entries).toContainEqual({ action: 'session.verified' })
})

test('a wrong password changes nothing, and ten lock the question', async () => {
  const admin = await makeAccount(PASSWORD, { role: 'ADMIN' })
  const request = await requestAs(admin, '/auth/verify', { currentPassword: 'wrong' })
  await outdate()
  const statuses: (number | undefined)[] = []
  for (let i = 0; i < 11; i++) {
    const response = (await enter(request.clone())) as { init: { status: number } | null }
    statuses.push(response.init?.status)
  }
  expect(statuses.slice(0, 10).every((status) => status === 400 || status === 422)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  const { rows } = await sql`select from sessions where verified_at > now() - interval '15 minutes'`.execute(db)
  expect(rows).toEqual([])
})

test('the question leads to own pages only', async () => {
  const admin = await makeAccount(PASSWORD, { role: 'ADMIN' })
  for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const path = `/auth/verify?${new URLSearchParams({ redirectTo: target })}`
    const response = (await enter(await requestAs(admin, path, { currentPassword: PASSWORD }))) as Response
    expect(response.headers.get('Location')).toBe('/account')
  }
})

test('a code of the authenticator app confirms the session, once', async () => {
  const ada = await makeAccount(PASSWORD)
  const here = await requestAs(ada, '/account/security')
  await startSetUp(here, ada.id)
  const app = new TOTP({ secret: (await findSetUp(here, ada))!.secret.replaceAll(' ', '') })
  await confirmSetUp(here, ada, app.generate())
  await db.updateTable('authenticators').set({ last_step: 0 }).execute()
  const code = app.generate()
  const send = async (given: string) => {
    const request = await requestAs(ada, '/auth/verify?redirectTo=%2Fdeals', { intent: 'code', code: given })
    await outdate()
    return enter(request)
  }
  expect(await send('000000')).toMatchObject({ init: { status: 400 } })
  expect(((await send(code)) as Response).headers.get('Location')).toBe('/deals')
  expect(await send(code)).toMatchObject({ init: { status: 400 } })
  const locks = async () => (await listQueuedMails()).filter(({ payload }) => payload.mail === 'second-factor-locked')
  for (let i = 0; i < 9; i++) await send('000000')
  expect(await locks()).toMatchObject([{ payload: { email: ada.email } }])
  expect(await send(app.generate({ timestamp: Date.now() + 30_000 }))).toMatchObject({ init: { status: 429 } })
})
