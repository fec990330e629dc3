import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { changeRole } from '~/features/people/accounts/rights.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { listAuditEntries, listAuditKinds } from '~/features/staff/audit/audit-list.server'
import { parseAuditSearch } from '~/features/staff/audit/audit-search'
import { furtherDetails, sentenceOf } from '~/features/staff/audit/audit-sentence'
import { STAFF_PAGE_SIZE } from '~/http/params'
import { makeDeal, makeProfile } from '../factories'

const list = (query: string) => listAuditEntries(parseAuditSearch(new URLSearchParams(query)))

async function read(query = '') {
  const { entries } = await list(query)
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
  expect(await read()).toEqual([
    'A command created the account of Bob',
    'Bob signed in',
    'Someone not signed in failed to sign in with an email that has no account',
    'Someone not signed in failed to sign in as Bob',
    'Ada deleted the deal (gone)',
    'Ada updated the deal Quillstack',
    'Ada changed the role of Bob from USER to MANAGER',
  ])
  const { entries } = await list('action=deal.updated')
  expect(entries.map(furtherDetails)).toEqual([{ price: '1 → 2' }])
  expect(await listAuditKinds()).toEqual({
    actions: ['account.created', 'deal.deleted', 'deal.updated', 'role.changed', 'sign-in.failed', 'sign-in.succeeded'],
    entities: ['deal', 'profile'],
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
  const found = async (query: string) => (await list(query)).entries.map(({ action }) => action)
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
  const first = await list('')
  expect([first.entries.length, first.newer]).toEqual([STAFF_PAGE_SIZE, undefined])
  const second = await list(`before=${first.older!.before}`)
  expect(second.entries.map(({ entity_id }) => entity_id)).toEqual(['1', '0'])
  expect(second.older).toBeUndefined()
  expect((await list(`after=${second.newer!.after}`)).entries).toEqual(first.entries)
})

test('entries about products and moved offers read as sentences', async () => {
  const ada = await makeProfile({ name: 'Ada', role: 'ADMIN' })
  const { id, product_id } = await makeDeal({ title: 'Quillstack' })
  const entry = { actor: ada.id, entity: 'product', id: product_id }
  await recordAudit({ ...entry, action: 'product.updated', detail: { name: 'Quill → Quillstack' } })
  await recordAudit({ ...entry, action: 'product.told-apart', detail: { name: 'Quillstack', other: 'Quillstack AI' } })
  const move = { title: 'Quillstack', from: 'Quillstack AI', to: 'a product of its own' }
  await recordAudit({ actor: ada.id, entity: 'deal', id, action: 'deal.moved', detail: move })
  expect(await read()).toEqual([
    'Ada moved the deal Quillstack from Quillstack AI to a product of its own',
    'Ada told the product Quillstack apart from Quillstack AI',
    'Ada updated the product Quillstack',
  ])
})
