import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { loader as exportAudit } from '~/routes/admin.audit[.]csv'
import { loader as exportUsers } from '~/routes/admin.users[.]csv'
import { makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

async function download(loader: typeof exportUsers, person: { id: string }, path: string) {
  const response = await answer(loader({ request: await requestAs(person, path), params: {}, context: {} }))
  return { response, lines: (await response.text()).split('\r\n') }
}

const listActions = async () =>
  (await db.selectFrom('audit_log').select(['actor_id', 'action', 'detail']).orderBy('id').execute()) as object[]

test('admins download the filtered list of users as CSV without formulas, and the audit log has it', async () => {
  const admin = await makeProfile({ role: 'ADMIN', name: 'Ingrid' })
  await makeProfile({ name: '=HYPERLINK("https://x.example")', email: 'eve@example.com', role: 'MANAGER' })
  const { response, lines } = await download(exportUsers, admin, '/admin/users.csv?role=MANAGER')
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(lines[0]).toBe('id,name,email,role,status,karma,created_at,confirmed_at')
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://x.example"")",eve@example.com,MANAGER,ACTIVE,0,`)
  expect(lines).toHaveLength(3)
  expect(await listActions()).toEqual([
    { actor_id: admin.id, action: 'users.exported', detail: expect.objectContaining({ search: 'role=MANAGER' }) },
  ])
})

test('the export of users has every page, in the order of the list', async () => {
  const admin = await makeProfile({ role: 'ADMIN', karma: 0 })
  const rows = Array.from({ length: 1_100 }, (_, n) => ({ email: `n${n}@example.com`, created_at: new Date(0) }))
  await db.insertInto('profiles').values(rows).execute()
  const { lines } = await download(exportUsers, admin, '/admin/users.csv?sort=oldest')
  const ids = lines.slice(1, -1).map((line) => line.split(',')[0])
  expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([1_101, 1_101, admin.id])
})

test('admins download the filtered audit log as CSV, newest first, and that is recorded too', async () => {
  const admin = await makeProfile({ role: 'ADMIN', name: 'Ingrid', email: 'ingrid@example.com' })
  for (const title of ['first', 'second']) {
    await recordAudit({ actor: admin.id, action: 'deal.deleted', entity: 'deal', id: title, detail: { title } })
  }
  await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: null })
  const { lines } = await download(exportAudit, admin, '/admin/audit.csv?action=deal.deleted')
  expect(lines[0]).toBe('id,created_at,actor_id,actor_pseudonym,actor,actor_email,action,entity_type,entity_id,detail')
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(2))).toEqual([
    [admin.id, '', 'Ingrid', 'ingrid@example.com', 'deal.deleted', 'deal', 'second', '"{""title"":""second""}"'],
    [admin.id, '', 'Ingrid', 'ingrid@example.com', 'deal.deleted', 'deal', 'first', '"{""title"":""first""}"'],
  ])
  expect((await listActions()).at(-1)).toMatchObject({
    action: 'audit.exported',
    detail: { search: 'action=deal.deleted' },
  })
})

test.each([
  ['users', exportUsers],
  ['audit', exportAudit],
])('managers are redirected home from the export of %s, and HEAD records nothing', async (name, loader) => {
  const [manager, admin] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN' })]
  const { response } = await download(loader, manager, `/admin/${name}.csv`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/'])
  const head = new Request(await requestAs(admin, `/admin/${name}.csv`), { method: 'HEAD' })
  expect(await answer(loader({ request: head, params: {}, context: {} }))).toMatchObject({ status: 200 })
  expect(await listActions()).toEqual([])
})
