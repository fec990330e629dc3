import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { changeRole, changeStatus } from '~/features/people/accounts/rights.server'
import { parseUserSearch } from '~/features/people/accounts/user-search'
import { countUsers, listUsers } from '~/features/people/accounts/users.server'
import { STAFF_PAGE_SIZE } from '~/http/params'
import { makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'

const search = (query: string) => parseUserSearch(new URLSearchParams(query))
const find = async (query: string) => (await listUsers(search(query))).rows.map(({ name }) => name)

test('the user list is searched by any part of name or email, case-insensitively', async () => {
  await makeProfile({ name: 'Adaeze Okoro', email: 'adaeze@fieldworks.example' })
  await makeProfile({ name: 'Ödön 100%_', email: 'odon@postbox.example' })
  await makeProfile({ name: null, email: 'k.osei@fieldworks.example' })
  expect(await find('q=OKORO')).toEqual(['Adaeze Okoro'])
  expect(await find('q=fieldworks')).toEqual([null, 'Adaeze Okoro'])
  expect(await find('q=ö')).toEqual(['Ödön 100%_'])
  expect(await find('q=%25')).toEqual(['Ödön 100%_'])
  expect(await find('q=nobody')).toEqual([])
  expect(await find('q=%00')).toHaveLength(3)
})

test('role and status filter the user list and its count', async () => {
  await makeProfile({ name: 'Manager', role: 'MANAGER' })
  await makeProfile({ name: 'Gone', role: 'MANAGER', status: 'SUSPENDED' })
  await makeProfile({ name: 'User' })
  expect(await find('role=MANAGER')).toEqual(['Gone', 'Manager'])
  expect(await find('role=MANAGER&status=SUSPENDED')).toEqual(['Gone'])
  expect(await find('role=KING')).toHaveLength(3)
  expect(await countUsers(search('role=MANAGER'))).toBe(2)
})

test('paging through the user list shows every member exactly once, even with equal dates', async () => {
  const created_at = new Date('2026-01-01')
  await Promise.all(Array.from({ length: 2 * STAFF_PAGE_SIZE + 5 }, () => makeProfile({ created_at })))
  const seen: string[][] = []
  let page = await listUsers(search(''))
  expect(page.newer).toBeUndefined()
  seen.push(page.rows.map(({ id }) => id))
  while (page.older) {
    page = await listUsers(search(`before=${page.older.before}`))
    seen.push(page.rows.map(({ id }) => id))
  }
  expect(seen.map(({ length }) => length)).toEqual([STAFF_PAGE_SIZE, STAFF_PAGE_SIZE, 5])
  expect(new Set(seen.flat()).size).toBe(2 * STAFF_PAGE_SIZE + 5)

  page = await listUsers(search(`after=${page.newer!.after}`))
  expect(page.rows.map(({ id }) => id)).toEqual(seen[1])
  page = await listUsers(search(`after=${page.newer!.after}`))
  expect(page.rows.map(({ id }) => id)).toEqual(seen[0])
  expect(page.newer).toBeUndefined()
})

test.each([
  ['oldest', [0, 1, 2]],
  ['karma', [2, 0, 1]],
  ['karma-asc', [1, 0, 2]],
] as const)('the user list sorted by %s has every member once, forward and back', async (sort, leaders) => {
  const made = [
    await makeProfile({ created_at: new Date('2026-01-01'), karma: 5 }),
    await makeProfile({ created_at: new Date('2026-01-02'), karma: -3 }),
    await makeProfile({ created_at: new Date('2026-01-03'), karma: 9 }),
  ]
  const rest = Array.from({ length: STAFF_PAGE_SIZE }, () => makeProfile({ created_at: new Date('2026-01-02T12:00Z') }))
  await Promise.all(rest)
  const first = await listUsers(search(`sort=${sort}`))
  const second = await listUsers(search(`sort=${sort}&before=${first.older!.before}`))
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(new Set(ids).size).toBe(STAFF_PAGE_SIZE + 3)
  expect(ids.filter((id) => made.some((one) => one.id === id))).toEqual(leaders.map((index) => made[index]!.id))
  const back = await listUsers(search(`sort=${sort}&after=${second.newer!.after}`))
  expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
})

test('a role change based on an outdated role is rejected', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'MANAGER' })]
  expect(await changeRole(admin, ada.id, 'ADMIN', 'USER')).toBe('outdated')
  expect(await changeRole(admin, ada.id, 'MANAGER', 'USER')).toBe('changed')
  expect(await changeStatus(admin, ada.id, 'SUSPENDED', 'ACTIVE')).toBe('changed')
  const actions = await db.selectFrom('audit_log').select('action').execute()
  expect(actions).toEqual([{ action: 'status.changed' }])
})

test('one of two concurrent changes of a role is rejected as outdated', async () => {
  const [admin, other] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'ADMIN' })]
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const ada = await makeProfile({ role: 'USER' })
    const outcomes = await Promise.all([
      changeRole(admin, ada.id, 'MANAGER', 'USER'),
      changeRole(other, ada.id, 'ADMIN', 'USER'),
    ])
    expect(outcomes.toSorted()).toEqual(['changed', 'outdated'])
  }
  expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(RACE_ROUNDS)
})

test('the last admin cannot give up their own role and sees the reason', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  expect(await changeRole(admin, admin.id, 'USER', 'ADMIN')).toBe('last-admin')
  expect(await changeStatus(admin, admin.id, 'SUSPENDED', 'ACTIVE')).toBe('last-admin')
})
