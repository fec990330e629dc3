import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { changeRole, changeStatus, suspend } from '~/features/people/accounts/rights.server'
import { makeProfile } from '../factories'
import { sendQueuedMails } from '../jobs'
import { takeMails } from '../mail/mailbox'
import { requestAs } from '../requests'

const read = (id: string) =>
  db.selectFrom('profiles').select(['role', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
const countActiveAdmins = async () => {
  const admins = db.selectFrom('profiles').select('id').where('role', '=', 'ADMIN').where('status', '=', 'ACTIVE')
  return (await admins.execute()).length
}

test("an admin's role change is recorded in the audit log and ends the member's sessions", async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile()]
  const live = await requestAs(ada, '/')
  expect(await changeRole(admin, ada.id, 'MANAGER')).toBe('changed')
  expect(await read(ada.id)).toMatchObject({ role: 'MANAGER' })
  expect(await findUser(live)).toBeUndefined()
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action', 'entity_id', 'detail']).execute()
  expect(entries).toEqual([
    { actor_id: admin.id, action: 'role.changed', entity_id: ada.id, detail: { from: 'USER', to: 'MANAGER' } },
  ])
})

test('suspending members and lifting the suspension end their sessions', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile()]
  const before = await requestAs(ada, '/')
  expect(await suspend(admin, ada.id, { reason: 'SPAM', note: 'Links to one shop.' })).toBe('changed')
  expect(await findUser(before)).toBeUndefined()
  const suspended = await requestAs(ada, '/')
  expect(await changeStatus(admin, ada.id, 'ACTIVE')).toBe('changed')
  expect(await findUser(suspended)).toBeUndefined()
})

test('a manager cannot change roles or the status of an admin', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  const admin = await makeProfile({ role: 'ADMIN' })
  await makeProfile({ role: 'ADMIN' })
  const ada = await makeProfile()
  expect(await changeRole(manager, ada.id, 'MANAGER')).toBe('forbidden')
  expect(await changeStatus(manager, admin.id, 'SUSPENDED')).toBe('forbidden')
  expect(await changeStatus(manager, ada.id, 'SUSPENDED')).toBe('changed')
  expect(await read(admin.id)).toEqual({ role: 'ADMIN', status: 'ACTIVE' })
})

test('a suspended person is mailed the reason and the note, until the suspension is lifted', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ email: 'ada@example.com' })]
  const suspension = { reason: 'SEVERAL_ACCOUNTS', note: 'Three accounts voted for one review.' } as const
  const readReason = () =>
    db
      .selectFrom('profiles')
      .select(['status', 'suspension_reason', 'suspension_note'])
      .where('id', '=', ada.id)
      .executeTakeFirst()
  takeMails()
  expect(await suspend(admin, ada.id, suspension)).toBe('changed')
  expect(await readReason()).toEqual({
    status: 'SUSPENDED',
    suspension_reason: 'SEVERAL_ACCOUNTS',
    suspension_note: 'Three accounts voted for one review.',
  })
  expect(await suspend(admin, ada.id, { reason: 'SPAM', note: 'Later.' })).toBe('outdated')
  await sendQueuedMails()
  const [mail, ...others] = takeMails()
  expect(others).toEqual([])
  expect(mail).toContain('To: ada@example.com')
  expect(mail).toContain('Subject: Your account is suspended | Lifetime Ledger')
  expect(mail).toContain('Reason: More than one account')
  expect(mail).toContain('Three accounts voted for one review.')

  expect(await changeStatus(admin, ada.id, 'ACTIVE')).toBe('changed')
  expect(await readReason()).toEqual({ status: 'ACTIVE', suspension_reason: null, suspension_note: null })
  await suspend(admin, ada.id, suspension)
  await changeStatus(admin, ada.id, 'ACTIVE')
  await sendQueuedMails()
  expect(takeMails()).toEqual([])
})

test('admins cannot change their own role or status', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  await makeProfile({ role: 'ADMIN' })
  expect(await changeRole(admin, admin.id, 'USER')).toBe('forbidden')
  expect(await changeStatus(admin, admin.id, 'SUSPENDED')).toBe('forbidden')
})

test('the last active admin cannot be demoted, suspended or deleted, even from the command line', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })
  expect(await changeRole(null, admin.id, 'USER')).toBe('last-admin')
  expect(await changeStatus(null, admin.id, 'SUSPENDED')).toBe('last-admin')
  expect(await deleteProfile(admin.id)).toBe(false)
})

test('two admins who demote each other concurrently leave one active admin', async () => {
  for (let round = 0; round < 5; round++) {
    await db.deleteFrom('profiles').execute()
    const [a, b] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'ADMIN' })]
    const outcomes = await Promise.all([changeRole(a, b.id, 'USER'), changeStatus(b, a.id, 'SUSPENDED')])
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
    expect(await countActiveAdmins()).toBe(1)
  }
})

test('two admins who delete their accounts concurrently leave one active admin', async () => {
  const [a, b] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'ADMIN' })]
  await Promise.all([deleteProfile(a.id), deleteProfile(b.id)])
  expect(await countActiveAdmins()).toBe(1)
})

test('a suspended admin has no admin rights', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' }), await makeProfile()]
  await makeProfile({ role: 'ADMIN' })
  expect(await changeRole(admin, ada.id, 'ADMIN')).toBe('forbidden')
})

test('users and suspended managers have no staff rights', async () => {
  const ada = await makeProfile()
  const user = await makeProfile()
  const suspended = await makeProfile({ role: 'MANAGER', status: 'SUSPENDED' })
  expect(await changeStatus(user, ada.id, 'SUSPENDED')).toBe('forbidden')
  expect(await changeStatus(suspended, ada.id, 'SUSPENDED')).toBe('forbidden')
  expect(await read(ada.id)).toEqual({ role: 'USER', status: 'ACTIVE' })
})

test('changing the role of an unknown id changes nothing', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  expect(await changeRole(admin, crypto.randomUUID(), 'ADMIN')).toBe('missing')
})
