import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeAccount, makeDeal, makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())

test('an audit entry of the site says who did what to whom or what, by which route, and when', async () => {
  const [admin, manager, ada] = [
    await makeAccount('correct horse', { role: 'ADMIN', email: 'admin@example.com' }),
    await makeProfile({ role: 'MANAGER' }),
    await makeProfile(),
  ]
  const deal = await makeDeal()
  const began = Date.now()
  const right = { intent: 'change-role', id: ada.id, role: 'ADMIN', expected: 'USER' }
  expect((await ask(app.port, '/admin/users', { cookie: await cookieOf(manager), form: right })).status).toBe(403)
  const cookie = await cookieOf(admin)
  const suspend = { intent: 'suspend', id: ada.id, reason: 'SPAM', note: 'Three links to one shop.' }
  expect((await ask(app.port, '/admin/users', { cookie, form: suspend })).status).toBe(303)
  expect((await ask(app.port, `/admin/deals/${deal.id}/delete`, { cookie, form: {} })).status).toBe(303)
  const signIn = { email: 'admin@example.com', password: 'correct horse' }
  expect((await ask(app.port, '/auth', { form: signIn })).status).toBe(303)

  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'entity_type', 'entity_id', 'detail', 'created_at'])
    .orderBy('id')
    .execute()
  const route = expect.stringMatching(/^(POST )?\/(admin\/(users|deals)|auth)/)
  const kept = entries.map(({ created_at, detail, ...entry }) => ({ ...entry, detail }))
  expect(kept).toMatchObject([
    { actor_id: manager.id, action: 'access.denied', detail: { route } },
    { actor_id: admin.id, action: 'status.changed', entity_type: 'profile', entity_id: ada.id, detail: { route } },
    { actor_id: admin.id, action: 'deal.deleted', entity_type: 'deal', entity_id: deal.id, detail: { route } },
    { actor_id: admin.id, action: 'sign-in.succeeded', entity_id: admin.id, detail: { route } },
  ])
  for (const { created_at } of entries) {
    expect(created_at.getTime()).toBeGreaterThan(began - 2_000)
    expect(created_at.getTime()).toBeLessThan(Date.now() + 2_000)
  }
})
