import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as users from '~/routes/admin.users/route'
import { loader as ask, action as confirm } from '~/routes/admin.users_.$id.role/route'
import { makeAccount, makeComment, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const { action, loader } = users

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

test('a role change with a password of some time ago leads to the page that asks for it', async () => {
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
  expect(await locate('USER')).toBe(question('USER'))
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

test('the heads of the list of users say that the newest come first, and sort by karma', async () => {
  const page = { pattern: '/admin/users', path: '/admin/users', routes: [users] }
  const heads = (await renderPage(await makeProfile({ role: 'ADMIN' }), page)).match(/<th .*?<\/th>/g) ?? []
  expect(heads.find((head) => wordsOf(head) === 'Joined')).toContain('aria-sort="descending"')
  expect(heads.find((head) => wordsOf(head) === 'Karma')).toContain('href="/admin/users?sort=karma"')
})

test('without scripts the list of users has the dates of UTC, and a button beside each choice', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  await makeProfile({ name: 'Ada Lovelace', created_at: new Date('2026-03-02T01:00:00Z') })
  const page = { pattern: '/admin/users', path: '/admin/users?q=lovelace', routes: [users] }
  const words = wordsOf(await renderPage(admin, page))
  expect(words).toContain('2 Mar 2026')
  expect(words).toContain('Save role of Ada Lovelace')
  expect(words).toContain('Save status of Ada Lovelace')
})

const statusOf = async (id: string) =>
  (await db.selectFrom('profiles').select('status').where('id', '=', id).executeTakeFirst())?.status

test('choosing SUSPENDED opens the row that asks for a reason and a note, and changes nothing', async () => {
  const [manager, ada] = [await makeProfile({ role: 'MANAGER' }), await makeProfile()]
  const form = { intent: 'change-status', id: ada.id, status: 'SUSPENDED', expected: 'ACTIVE' }
  const asked = (await post(manager, form, '/admin/users?q=ada')) as Response
  expect(asked.headers.get('Location')).toBe(`/admin/users?manage=${ada.id}&q=ada#manage`)
  expect(await statusOf(ada.id)).toBe('ACTIVE')
  expect(await post(manager, { intent: 'suspend', id: ada.id, reason: '', note: ' ' })).toMatchObject({
    init: { status: 400 },
    data: { error: { reason: ['Reason is required.'], note: ['Note to the person is required.'] } },
  })
  const suspension = { intent: 'suspend', id: ada.id, reason: 'SPAM', note: 'Three links to one shop.' }
  const tooLong = { ...suspension, note: 'x'.repeat(501) }
  expect(await post(manager, tooLong)).toMatchObject({
    data: {
      initialValue: { reason: 'SPAM', note: tooLong.note },
      error: { note: ['Note to the person can have at most 500 characters, not 501.'] },
    },
  })
  expect(await statusOf(ada.id)).toBe('ACTIVE')

  const suspended = (await post(manager, suspension, `/admin/users?manage=${ada.id}&q=ada`)) as Response
  expect(suspended.headers.get('Location')).toBe('/admin/users?q=ada')
  expect(await statusOf(ada.id)).toBe('SUSPENDED')
  expect(await post(manager, suspension)).toMatchObject({ init: { status: 409 } })
  await post(manager, { ...form, status: 'ACTIVE', expected: 'SUSPENDED' })
  expect(await statusOf(ada.id)).toBe('ACTIVE')
})

test('an admin deletes an account with their own password, and approved contributions stay', async () => {
  const admin = await makeAccount('correct horse', { role: 'ADMIN' })
  const [manager, ada] = [await makeProfile({ role: 'MANAGER' }), await makeProfile()]
  const comment = await makeComment({ user_id: ada.id, status: 'APPROVED' })
  const form = { intent: 'delete-account', id: ada.id, currentPassword: 'correct horse' }
  expect(await post(manager, form)).toMatchObject({ status: 403 })
  const wrong = await post(admin, { ...form, currentPassword: 'a guess' })
  expect(wrong).toMatchObject({ data: { error: { currentPassword: ['This is not your password.'] } } })
  expect(JSON.stringify(wrong)).not.toContain('a guess')
  expect(await post(admin, { ...form, currentPassword: '' })).toMatchObject({
    data: { error: { currentPassword: ['Your password is required.'] } },
  })
  expect(await statusOf(ada.id)).toBe('ACTIVE')

  const deleted = (await post(admin, form, '/admin/users?q=ada')) as Response
  expect(deleted.headers.get('Location')).toBe('/admin/users?q=ada')
  expect(await statusOf(ada.id)).toBeUndefined()
  const left = db.selectFrom('comments').select('user_id').where('id', '=', comment.id)
  expect(await left.executeTakeFirst()).toEqual({ user_id: null })
  const entry = db.selectFrom('audit_log').select('actor_id').where('action', '=', 'profile.deleted')
  expect(await entry.execute()).toEqual([{ actor_id: admin.id }])
  expect(await post(admin, form)).toMatchObject({ status: 404 })
})

test('the last administrator cannot be deleted, and ten wrong passwords lock the deletion', async () => {
  const admin = await makeAccount('correct horse', { role: 'ADMIN' })
  const form = { intent: 'delete-account', id: admin.id, currentPassword: 'correct horse' }
  expect(await post(admin, form)).toMatchObject({
    init: { status: 409 },
    data: { error: { '': ['The last administrator cannot be deleted.'] } },
  })
  for (let attempt = 0; attempt < 10; attempt++) await post(admin, { ...form, currentPassword: 'a guess' })
  expect(await post(admin, form)).toMatchObject({ init: { status: 429 } })
  expect(await statusOf(admin.id)).toBe('ACTIVE')
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
