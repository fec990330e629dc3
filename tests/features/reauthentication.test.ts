import type { LoaderFunctionArgs } from '@remix-run/node'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { confirmSetUp, findSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { loader as download } from '~/routes/account_.download'
import { loader as exportDeals } from '~/routes/admin.deals.export'
import { action as verify } from '~/routes/auth_.verify/route'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { answer, requestAs, toastOf } from '../requests'

const PASSWORD = 'correct horse 5'
const outdate = () => sql`update sessions set verified_at = now() - interval '16 minutes'`.execute(db)

const DOWNLOADS: { role: Role; path: string; loader: (args: LoaderFunctionArgs) => unknown; back: string }[] = [
  { role: 'USER', path: '/account/download', loader: download, back: '/account/settings' },
  { role: 'MANAGER', path: '/admin/deals/export', loader: exportDeals, back: '/admin/deals' },
]

test.each(DOWNLOADS)(
  '$path waits for a password that was entered over 15 minutes ago, and no longer after 14 minutes',
  async ({ role, path, loader, back }) => {
    const person = await makeProfile({ role })
    const load = async (minutes: number) => {
      const request = await requestAs(person, path)
      await sql`update sessions set verified_at = now() - ${minutes} * interval '1 minute'`.execute(db)
      return (await answer(Promise.resolve(loader({ request, params: {}, context: {} })))) as Response
    }
    const question = `/auth/verify?${new URLSearchParams({ redirectTo: back })}`
    expect((await load(16)).headers.get('Location')).toBe(question)
    expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
    expect(await load(14)).toMatchObject({ status: 200 })
  },
)

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
