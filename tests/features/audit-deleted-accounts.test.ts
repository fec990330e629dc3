import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { changeRole } from '~/features/people/accounts/rights.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { listAuditEntries } from '~/features/staff/audit/audit-list.server'
import { parseAuditSearch } from '~/features/staff/audit/audit-search'
import { formerName, sentenceOf } from '~/features/staff/audit/audit-sentence'
import { makeProfile } from '../factories'

const list = async (query = '') => (await listAuditEntries(parseAuditSearch(new URLSearchParams(query)))).entries

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
    `${name} deleted their own account`,
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
