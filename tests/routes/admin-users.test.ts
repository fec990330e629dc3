import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { action, loader } from '~/routes/admin.users/route'
import { loader as ask, action as confirm } from '~/routes/admin.users_.$id.role/route'
import { makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

const post = async (actor: { id: string }, form: Record<string, string>, path = '/admin/users') => {
  const request = await requestAs(actor, path, form)
  return answer(action({ request, params: {}, context: {} }))
}
const roleOf = async (id: string) =>
  (await db.selectFrom('profiles').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role

const postAnswer = async (actor: { id: string }, id: string, form: Record<string, string>) => {
  const request = await requestAs(actor, `/admin/users/${id}/role?to=MANAGER&q=ada`, form)
  return answer(confirm({ request, params: { id }, context: {} }))
}

test('a role change to manager asks first, and the answer redirects to the filtered user list', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile()]
  const form = { intent: 'change-role', id: ada.id, role: 'MANAGER', expected: 'USER' }
  const asked = (await post(admin, form, '/admin/users?q=ada&before=nonsense')) as Response
  expect(asked.status).toBe(303)
  const question = asked.headers.get('Location')!
  expect(question).toBe(`/admin/users/${ada.id}/role?to=MANAGER&q=ada`)
  expect(await roleOf(ada.id)).toBe('USER')

  const page = await ask({ request: await requestAs(admin, question), params: { id: ada.id }, context: {} })
  expect(page).toMatchObject({
    title: 'Make Ada a manager?',
    to: 'MANAGER',
    person: { email: ada.email, role: 'USER' },
  })
  const response = (await postAnswer(admin, ada.id, { role: 'MANAGER', expected: 'USER' })) as Response
  expect(response.headers.get('Location')).toBe('/admin/users?q=ada')
  expect(await roleOf(ada.id)).toBe('MANAGER')
})

test('a role change back to user needs no question', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'MANAGER' })]
  await post(admin, { intent: 'change-role', id: ada.id, role: 'USER', expected: 'MANAGER' })
  expect(await roleOf(ada.id)).toBe('USER')
})

test('a role change whose password was asked for first comes back with the chosen role', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'MANAGER' })]
  const locate = async (role: string) => {
    const form = { intent: 'change-role', id: ada.id, role, expected: 'MANAGER' }
    const request = await requestAs(admin, '/admin/users?q=ada', form)
    await db
      .updateTable('sessions')
      .set({ verified_at: new Date(0) })
      .execute()
    const response = (await answer(action({ request, params: {}, context: {} }))) as Response
    return response.headers.get('Location')
  }
  const question = (role: string) => `/admin/users/${ada.id}/role?to=${role}&q=ada`
  expect(await locate('ADMIN')).toBe(question('ADMIN'))
  expect(await locate('USER')).toBe(`/auth/verify?${new URLSearchParams({ redirectTo: question('USER') })}`)
  expect(await roleOf(ada.id)).toBe('MANAGER')

  const request = await requestAs(admin, question('USER'))
  expect(await ask({ request, params: { id: ada.id }, context: {} })).toMatchObject({ to: 'USER' })
  await postAnswer(admin, ada.id, { role: 'USER', expected: 'MANAGER' })
  expect(await roleOf(ada.id)).toBe('USER')
})

test('the answer about a role is rejected when the role was changed meanwhile, and for an unknown role', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'ADMIN' })]
  expect(await postAnswer(admin, ada.id, { role: 'MANAGER', expected: 'USER' })).toMatchObject({
    init: { status: 409 },
  })
  expect(await postAnswer(admin, ada.id, { role: 'KING', expected: 'ADMIN' })).toMatchObject({ init: { status: 400 } })
  expect(await roleOf(ada.id)).toBe('ADMIN')
})

test("a manager's role change answers 403 and is recorded in the audit log once", async () => {
  const [manager, ada] = [await makeProfile({ role: 'MANAGER' }), await makeProfile()]
  const form = { intent: 'change-role', id: ada.id, role: 'ADMIN', expected: 'USER' }
  expect(await post(manager, form)).toMatchObject({ status: 403 })
  expect(await post(manager, form)).toMatchObject({ status: 403 })
  expect(await roleOf(ada.id)).toBe('USER')
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action']).execute()
  expect(entries).toEqual([{ actor_id: manager.id, action: 'access.denied' }])
})

test('a role change based on an outdated role answers 409', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'MANAGER' })]
  const result = await post(admin, { intent: 'change-role', id: ada.id, role: 'ADMIN', expected: 'USER' })
  expect(result).toMatchObject({
    init: { status: 409 },
    data: { error: { '': [expect.stringMatching(/just changed/)] } },
  })
})

test('a role change for an unknown user, role or intent is rejected', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const id = crypto.randomUUID()
  expect(await post(admin, { intent: 'change-role', id, role: 'USER', expected: 'USER' })).toMatchObject({
    status: 404,
  })
  expect(await post(admin, { intent: 'change-role', id: 'x', role: 'KING', expected: 'USER' })).toMatchObject({
    init: { status: 400 },
  })
  expect(await post(admin, { intent: 'nonsense' })).toMatchObject({ init: { status: 400 } })
})

test('the user list shows the number of users unless it is searched', async () => {
  const admin = await makeProfile({ role: 'ADMIN', name: 'Ingrid' })
  const load = async (path: string) => loader({ request: await requestAs(admin, path), params: {}, context: {} })
  expect(await load('/admin/users')).toMatchObject({ count: 1, people: [{ name: 'Ingrid' }] })
  expect(await load('/admin/users?q=ing')).toMatchObject({ count: null, people: [{ name: 'Ingrid' }] })
})

test.each([
  ['a user', { role: 'USER' }],
  ['a suspended manager', { role: 'MANAGER', status: 'SUSPENDED' }],
] as const)('the user list redirects %s to the home page, and a status change answers 403', async (_, rights) => {
  const [actor, ada] = [await makeProfile(rights), await makeProfile()]
  const request = await requestAs(actor, '/admin/users')
  const read = (await answer(loader({ request, params: {}, context: {} }))) as Response
  expect({ status: read.status, to: read.headers.get('Location') }).toEqual({ status: 302, to: '/' })

  const form = { intent: 'change-status', id: ada.id, status: 'SUSPENDED', expected: 'ACTIVE' }
  expect(await post(actor, form)).toMatchObject({ status: 403 })
  const saved = db.selectFrom('profiles').select('status').where('id', '=', ada.id)
  expect(await saved.executeTakeFirst()).toEqual({ status: 'ACTIVE' })
})
