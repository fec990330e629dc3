import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { changeRole, changeStatus, suspend } from '~/features/people/accounts/rights.server'
import { parseUserSearch } from '~/features/people/accounts/user-search'
import { countUsers, listUsers } from '~/features/people/accounts/users.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { listAuditEntries, listAuditKinds } from '~/features/staff/audit/audit-list.server'
import { parseAuditSearch } from '~/features/staff/audit/audit-search'
import { formerName, furtherDetails, sentenceOf } from '~/features/staff/audit/audit-sentence'
import { STAFF_PAGE_SIZE } from '~/http/params'
import { makeDeal, makeProfile } from '../factories'
import { sendQueuedMails } from '../jobs'
import { takeMails } from '../mail/mailbox'
import { RACE_ROUNDS } from '../race-rounds'
import { requestAs } from '../requests'

const rightsOf = (id: string) =>
  db.selectFrom('profiles').select(['role', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
const countActiveAdmins = async () => {
  const admins = db.selectFrom('profiles').select('id').where('role', '=', 'ADMIN').where('status', '=', 'ACTIVE')
  return (await admins.execute()).length
}

test("an admin's role change is recorded in the audit log and ends the member's sessions", async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile()]
  const live = await requestAs(ada, '/')
  expect(await changeRole(admin, ada.id, 'MANAGER')).toBe('changed')
  expect(await rightsOf(ada.id)).toMatchObject({ role: 'MANAGER' })
  expect(await findUser(live)).toBeUndefined()
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action', 'entity_id', 'detail']).execute()
  expect(entries).toEqual([
    { actor_id: admin.id, action: 'role.changed', entity_id: ada.id, detail: { from: 'USER', to: 'MANAGER' } },
  ])
})

test('suspending members and lifting the suspension, which managers do too, end their sessions', async () => {
  const [manager, ada] = [await makeProfile({ role: 'MANAGER' }), await makeProfile()]
  const before = await requestAs(ada, '/')
  expect(await suspend(manager, ada.id, { reason: 'SPAM', note: 'Links to one shop.' })).toBe('changed')
  expect(await findUser(before)).toBeUndefined()
  const suspended = await requestAs(ada, '/')
  expect(await changeStatus(manager, ada.id, 'ACTIVE')).toBe('changed')
  expect(await findUser(suspended)).toBeUndefined()
})

const REFUSED: [Parameters<typeof makeProfile>[0], 'role' | 'status', 'member' | 'admin' | 'actor'][] = [
  [{ role: 'MANAGER' }, 'role', 'member'],
  [{ role: 'MANAGER' }, 'status', 'admin'],
  [{ role: 'ADMIN' }, 'role', 'actor'],
  [{ role: 'ADMIN' }, 'status', 'actor'],
  [{ role: 'ADMIN', status: 'SUSPENDED' }, 'role', 'member'],
  [{ role: 'MANAGER', status: 'SUSPENDED' }, 'status', 'member'],
  [{ role: 'USER' }, 'status', 'member'],
]
test.each(REFUSED)('an actor with %o cannot change the %s of the %s', async (given, what, whom) => {
  const actor = await makeProfile(given)
  const target = whom === 'actor' ? actor : await makeProfile({ role: whom === 'admin' ? 'ADMIN' : 'USER' })
  await makeProfile({ role: 'ADMIN' })
  const before = await rightsOf(target.id)
  const change = what === 'role' ? changeRole(actor, target.id, 'MANAGER') : changeStatus(actor, target.id, 'SUSPENDED')
  expect(await change).toBe('forbidden')
  expect(await rightsOf(target.id)).toEqual(before)
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

test('the last active admin cannot be demoted, suspended or deleted, even alone or from the command line', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })
  expect(await changeRole(null, admin.id, 'USER')).toBe('last-admin')
  expect(await changeStatus(null, admin.id, 'SUSPENDED')).toBe('last-admin')
  expect(await changeRole(admin, admin.id, 'USER', 'ADMIN')).toBe('last-admin')
  expect(await changeStatus(admin, admin.id, 'SUSPENDED', 'ACTIVE')).toBe('last-admin')
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

const search = (query: string) => parseUserSearch(new URLSearchParams(query))

test.each([
  ['q=OKORO', ['Adaeze Okoro']],
  ['q=fieldworks', [null, 'Adaeze Okoro']],
  ['q=ö', ['Ödön 100%_']],
  ['q=%25', ['Ödön 100%_']],
  ['q=nobody', []],
  ['q=%00', [null, 'Ödön 100%_', 'Adaeze Okoro']],
  ['role=MANAGER', [null, 'Adaeze Okoro']],
  ['role=MANAGER&status=SUSPENDED', [null]],
  ['role=KING', [null, 'Ödön 100%_', 'Adaeze Okoro']],
])('the user list with %s has the members %j, and managers are counted', async (query, names) => {
  await makeProfile({ name: 'Adaeze Okoro', email: 'adaeze@fieldworks.example', role: 'MANAGER' })
  await makeProfile({ name: 'Ödön 100%_', email: 'odon@postbox.example' })
  await makeProfile({ name: null, email: 'k.osei@fieldworks.example', role: 'MANAGER', status: 'SUSPENDED' })
  const { rows } = await listUsers(search(query))
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await countUsers(search('role=MANAGER'))).toBe(2)
})

test.each([
  ['newest', [2, 1, 0]],
  ['oldest', [0, 1, 2]],
  ['karma', [2, 0, 1]],
  ['karma-asc', [1, 0, 2]],
] as const)('the pages of users sorted by %s have every member once, forward and back', async (sort, leaders) => {
  const made = [
    await makeProfile({ created_at: new Date('2026-01-01'), karma: 5 }),
    await makeProfile({ created_at: new Date('2026-01-02'), karma: -3 }),
    await makeProfile({ created_at: new Date('2026-01-03'), karma: 9 }),
  ]
  const created_at = new Date('2026-01-02T12:00Z')
  await Promise.all(Array.from({ length: 2 * STAFF_PAGE_SIZE + 2 }, () => makeProfile({ created_at })))
  const open = async (turn: string) => listUsers(search(`sort=${sort}${turn}`))
  const pages = [await open('')]
  for (let older = pages[0]!.older; older; older = pages.at(-1)!.older)
    pages.push(await open(`&before=${older.before}`))
  const ids = pages.map(({ rows }) => rows.map(({ id }) => id))
  expect(ids.map(({ length }) => length)).toEqual([STAFF_PAGE_SIZE, STAFF_PAGE_SIZE, 5])
  expect(new Set(ids.flat()).size).toBe(2 * STAFF_PAGE_SIZE + 5)
  const found = ids.flat().filter((id) => made.some((one) => one.id === id))
  expect(found).toEqual(leaders.map((index) => made[index]!.id))

  const second = await open(`&after=${pages[2]!.newer!.after}`)
  const first = await open(`&after=${second.newer!.after}`)
  expect([first, second].map(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.slice(0, 2))
  expect([first.newer, pages[0]!.newer]).toEqual([undefined, undefined])
})

test('a role change based on an outdated role, or for an unknown id, is rejected', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN' }), await makeProfile({ role: 'MANAGER' })]
  expect(await changeRole(admin, crypto.randomUUID(), 'ADMIN')).toBe('missing')
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

const openLog = (query: string) => listAuditEntries(parseAuditSearch(new URLSearchParams(query)))
const list = async (query = '') => (await openLog(query)).entries

async function read(query = '') {
  const entries = await list(query)
  return entries.map((entry) => {
    const { actor, before, after, hasSubject } = sentenceOf(entry)
    return [actor, before, hasSubject ? (entry.subject?.name ?? '(gone)') : '', after].filter(Boolean).join(' ')
  })
}

test('audit entries read as sentences', async () => {
  const [ada, bob] = [await makeProfile({ name: 'Ada', role: 'ADMIN' }), await makeProfile({ name: 'Bob' })]
  const deal = await makeDeal({ title: 'Quillstack' })
  await changeRole(ada, bob.id, 'MANAGER')
  await recordAudit({ actor: ada.id, action: 'deal.updated', entity: 'deal', id: deal.id, detail: { price: '1 → 2' } })
  await recordAudit({ actor: ada.id, action: 'deal.deleted', entity: 'deal', id: crypto.randomUUID() })
  await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: bob.id })
  await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: null })
  await recordAudit({ actor: bob.id, action: 'sign-in.succeeded', entity: 'profile', id: bob.id })
  await recordAudit({ actor: null, action: 'account.created', entity: 'profile', id: bob.id })
  const product = { actor: ada.id, entity: 'product', id: deal.product_id }
  await recordAudit({ ...product, action: 'product.updated', detail: { name: 'Quill → Quillstack' } })
  const apart = { name: 'Quillstack', other: 'Quillstack AI' }
  await recordAudit({ ...product, action: 'product.distinguished', detail: apart })
  const move = { title: 'Quillstack', from: 'Quillstack AI', to: 'a product of its own' }
  await recordAudit({ actor: ada.id, entity: 'deal', id: deal.id, action: 'deal.moved', detail: move })
  expect(await read()).toEqual([
    'Ada moved deal Quillstack from Quillstack AI to a product of its own',
    'Ada distinguished product Quillstack from Quillstack AI',
    'Ada updated product Quillstack',
    'A command created the account of Bob',
    'Bob signed in',
    'Someone not signed in failed to sign in',
    'Someone not signed in failed to sign in as Bob',
    'Ada deleted deal (gone)',
    'Ada updated deal Quillstack',
    'Ada changed the role of Bob from USER to MANAGER',
  ])
  expect((await list('action=deal.updated')).map(furtherDetails)).toEqual([{ price: '1 → 2' }])
  const ofDeals = ['deal.deleted', 'deal.moved', 'deal.updated']
  const ofProducts = ['product.distinguished', 'product.updated']
  const ofSessions = ['sign-in.failed', 'sign-in.succeeded']
  expect(await listAuditKinds()).toEqual({
    actions: ['account.created', ...ofDeals, ...ofProducts, 'role.changed', ...ofSessions],
    entities: ['deal', 'product', 'profile'],
  })
})

test('the audit log is filtered by person, action, entity and day', async () => {
  const ada = await makeProfile({ name: 'Ada Lovelace' })
  const add = (created_at: string, action: string, entity_type: string, entity_id: string, actor_id: string | null) =>
    db
      .insertInto('audit_log')
      .values({ created_at: new Date(created_at), action, entity_type, entity_id, actor_id })
      .execute()
  await add('2026-01-01T23:59:59Z', 'deal.created', 'deal', 'a', ada.id)
  await add('2026-01-02T00:00:00Z', 'deal.updated', 'deal', 'a', null)
  await add('2026-01-03T00:00:00Z', 'seo.created', 'seo', 'b', ada.id)
  const found = async (query: string) => (await list(query)).map(({ action }) => action)
  expect(await found('who=lovelace')).toEqual(['seo.created', 'deal.created'])
  expect(await found('who=nobody')).toEqual([])
  expect(await found('action=deal.updated')).toEqual(['deal.updated'])
  expect(await found('entity=deal&id=a')).toEqual(['deal.updated', 'deal.created'])
  expect(await found('from=2026-01-02')).toEqual(['seo.created', 'deal.updated'])
  expect(await found('to=2026-01-02')).toEqual(['deal.updated', 'deal.created'])
  expect(await found('from=2026-01-02&to=2026-01-02')).toEqual(['deal.updated'])
  expect(await found('from=2027-01-01')).toEqual([])
  expect(await found('from=2026-02-31&before=x&entity=')).toHaveLength(3)
})

test('the audit log pages forward and back', async () => {
  for (let i = 0; i < STAFF_PAGE_SIZE + 2; i++) {
    await recordAudit({ actor: null, action: 'deal.created', entity: 'deal', id: String(i) })
  }
  const first = await openLog('')
  expect([first.entries.length, first.newer]).toEqual([STAFF_PAGE_SIZE, undefined])
  const second = await openLog(`before=${first.older!.before}`)
  expect(second.entries.map(({ entity_id }) => entity_id)).toEqual(['1', '0'])
  expect(second.older).toBeUndefined()
  expect(await list(`after=${second.newer!.after}`)).toEqual(first.entries)
})

async function leaveTraces(admin: { id: string }, person: { id: string; email: string }) {
  await changeRole(admin, person.id, 'MANAGER')
  const detail = { note: `by ${person.email} (${person.id})`, count: 2 }
  await recordAudit({ actor: person.id, action: 'deal.created', entity: 'deal', id: null, detail })
  await recordAudit({ actor: null, action: 'sign-in.failed', entity: 'profile', id: person.id })
}

test('one pseudonym replaces a deleted account in all of its audit entries', async () => {
  const admin = await makeProfile({ role: 'ADMIN', name: 'Grace' })
  const [ada, bob] = [await makeProfile({ name: 'Ada' }), await makeProfile({ name: 'Bob' })]
  for (const person of [ada, bob]) await leaveTraces(admin, person)
  const ofBob = await list(`entity=profile&id=${bob.id}`)
  expect(await deleteProfile(ada.id)).toBe(true)

  expect(JSON.stringify(await list())).not.toMatch(new RegExp(`${ada.id}|${ada.email}`))
  const [deletion, ...others] = await list()
  const pseudonym = deletion!.entity_id!
  expect(deletion).toMatchObject({ action: 'profile.deleted', actor_id: null, actor_pseudonym: pseudonym })
  expect(
    others.filter(({ actor_pseudonym, entity_id }) => [actor_pseudonym, entity_id].includes(pseudonym)),
  ).toMatchObject([
    { action: 'sign-in.failed', entity_id: pseudonym },
    {
      action: 'deal.created',
      actor_pseudonym: pseudonym,
      detail: { note: `by ${pseudonym} (${pseudonym})`, count: 2 },
    },
    { action: 'role.changed', entity_id: pseudonym, actor_id: admin.id, detail: { from: 'USER', to: 'MANAGER' } },
  ])
  expect(await list(`entity=profile&id=${bob.id}`)).toEqual(ofBob)

  await deleteProfile(bob.id)
  expect((await list())[0]!.entity_id).not.toBe(pseudonym)
})

test('the audit log shows "Deleted account" and can be filtered by its pseudonym', async () => {
  const admin = await makeProfile({ role: 'ADMIN', name: 'Grace' })
  const ada = await makeProfile({ name: 'Ada' })
  await leaveTraces(admin, ada)
  await deleteProfile(ada.id)
  const { entity_id } = (await list())[0]!
  const name = `Deleted account ${entity_id!.slice(0, 8)}`
  const entries = await list(`who=${entity_id}`)
  const said = entries.map((entry) => {
    const { actor, before, hasSubject } = sentenceOf(entry)
    return `${actor} ${before} ${hasSubject ? formerName(entry) : ''}`.trim()
  })
  expect(said).toEqual([
    `${name} deleted the account`,
    `Someone not signed in failed to sign in as ${name}`,
    `${name} created the deal`,
    `Grace changed the role of ${name}`,
  ])
})

test('audit entries cannot be updated or deleted, nor their actor removed', async () => {
  const ada = await makeProfile()
  await recordAudit({ actor: ada.id, action: 'deal.created', entity: 'deal', id: null })
  for (const change of [
    sql`update audit_log set actor_id = null`,
    sql`update audit_log set actor_id = null, actor_pseudonym = gen_random_uuid()`,
    sql`update audit_log set detail = '{"a": 1}'`,
    sql`delete from audit_log`,
  ]) {
    await expect(change.execute(db)).rejects.toMatchObject({ code: '23001' })
  }
})

/** The statements that wait for a lock. */
async function countWaiting() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('an audit entry written while its subject is being deleted waits and contains no id', async () => {
  const ada = await makeProfile()
  const late = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('profiles').where('id', '=', ada.id).execute()
    const entry = recordAudit({ actor: null, action: 'mail.failed', entity: 'profile', id: ada.id })
    await expect.poll(countWaiting).toBe(1)
    return { entry }
  })
  await late.entry
  expect(await list()).toMatchObject([{ action: 'mail.failed', entity_id: null }])
})

test('an account that an admin deleted on request is named by its pseudonym', async () => {
  const [admin, ada] = [await makeProfile({ role: 'ADMIN', name: 'Grace' }), await makeProfile()]
  await deleteProfile(ada.id, admin.id)
  const [entry] = await list()
  const { actor, before, hasSubject } = sentenceOf(entry!)
  expect({ sentence: `${actor} ${before}`, hasSubject }).toEqual({
    sentence: 'Grace deleted the account of',
    hasSubject: true,
  })
  expect(formerName(entry!)).toMatch(/^Deleted account [0-9a-f]{8}$/)
})
