import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { findManagedVendor } from '~/features/catalog/vendors/vendor-fields.server'
import { type VendorValues, vendorForm } from '~/features/catalog/vendors/vendor-form.server'
import { saveVendor } from '~/features/staff/editing/save-vendor.server'
import * as vendorPage from '~/routes/admin.vendors.$id/route'
import { makeDeal, makeProfile, makePurchase, makeVendor } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id
const offerOf = (vendor_name: string, given: Parameters<typeof makeDeal>[0] = {}) => {
  const keys = productKeys({ title: 'Any', vendor_name, cta_url: 'https://vendor.example/' })
  return makeDeal({ vendor_name, vendor_key: keys.vendor_key, ...given })
}
const ACQUIRED = {
  status: 'ACQUIRED',
  status_on: '2026-03-01',
  status_source_url: 'https://news.example/acquired',
  affects_owners: 'YES',
} as const

async function save(id: string, given: Partial<VendorValues>, actor?: string) {
  const { version, counts: _c, names: _n, deals: _d, ...fields } = (await findManagedVendor(id))!
  return saveVendor(actor ?? (await manager()), id, { silent: false, ...fields, ...given }, version)
}

const changesOf = (vendor_id: string) =>
  db
    .selectFrom('change_logs')
    .select(['deal_id', 'kind', 'status', 'effective_on', 'source_url', 'affects_owners'])
    .where('vendor_id', '=', vendor_id)
    .orderBy('effective_on')
    .execute()
const auditsOf = async (id: string) =>
  (await db.selectFrom('audit_log').select('action').where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('a renamed vendor is found by both names, its former slug redirects and its deals keep what was typed', async () => {
  const deal = await offerOf('Moorline')
  await save(deal.vendor_id, { name: 'Halden Works', slug: 'halden-works' })
  const later = await offerOf('halden works Ltd')
  const earlier = await offerOf('Moorline, Inc')
  expect([later.vendor_id, earlier.vendor_id]).toEqual([deal.vendor_id, deal.vendor_id])
  expect(await db.selectFrom('vendor_redirects').selectAll().execute()).toEqual([
    { slug: 'moorline', vendor_id: deal.vendor_id },
  ])
  const { vendor_name } = await db
    .selectFrom('deals')
    .select('vendor_name')
    .where('id', '=', deal.id)
    .executeTakeFirstOrThrow()
  expect(vendor_name).toBe('Moorline')
  expect(await auditsOf(deal.vendor_id)).toEqual(['vendor.updated'])
})

test('a name or a slug of another vendor is rejected at its field, and nothing is saved', async () => {
  const [one, other] = [
    await makeVendor({ name: 'Moorline' }),
    await makeVendor({ name: 'Halden Works', slug: 'halden' }),
  ]
  expect(await save(one.id, { name: 'HALDEN WORKS GmbH' })).toEqual({
    status: 400,
    fieldErrors: { name: ['This is a name of another vendor, Halden Works. Merge the two if they are the same.'] },
  })
  expect(await save(one.id, { slug: other.slug })).toEqual({
    status: 400,
    fieldErrors: { slug: ['Another vendor has the slug halden.'] },
  })
  expect((await findManagedVendor(one.id))!.name).toBe('Moorline')
})

test('of two saves from the same form at once, one is saved and the other learns of it', async () => {
  const { id, version: _ } = await makeVendor()
  const { version, counts: _c, names: _n, deals: _d, ...fields } = (await findManagedVendor(id))!
  const actor = await manager()
  const saved = await Promise.all(
    ['One', 'Two'].map((note) => saveVendor(actor, id, { silent: false, ...fields, note }, version)),
  )
  expect(saved.map((one) => (one && 'status' in one ? one.status : 'saved')).sort()).toEqual([409, 'saved'])
})

test('two vendors that take the same new name at once do not both get it', async () => {
  const [one, other] = [await makeVendor(), await makeVendor()]
  const saved = await Promise.all([save(one.id, { name: 'Halden' }), save(other.id, { name: 'Halden' })])
  expect(saved.map((result) => (result && 'status' in result ? result.status : 'saved')).sort()).toEqual([400, 'saved'])
  expect(await db.selectFrom('vendors').selectAll().where('name', '=', 'Halden').execute()).toHaveLength(1)
})

test('an acquired vendor has one verified change on each published deal, however often it is saved', async () => {
  const first = await offerOf('Moorline')
  const second = await offerOf('Moorline')
  await offerOf('Moorline', { published: false })
  await offerOf('Another')
  const id = first.vendor_id
  await save(id, ACQUIRED)
  await save(id, ACQUIRED)
  await save(id, { note: 'Asked them.' })
  const changes = await changesOf(id)
  expect(changes.map(({ deal_id }) => deal_id).sort()).toEqual([first.id, second.id].sort())
  expect(changes[0]).toMatchObject({
    kind: 'ACQUIRED',
    status: 'APPROVED',
    effective_on: '2026-03-01',
    source_url: 'https://news.example/acquired',
    affects_owners: 'YES',
  })
  const counted = await db.selectFrom('deals').select('change_count').where('id', '=', first.id).execute()
  expect(counted).toEqual([{ change_count: 1 }])
  expect(await auditsOf(id)).toEqual(['vendor.changes-written', 'vendor.updated', 'vendor.updated'])
})

test('the page of a vendor says whom a status notifies, and a status that corrects an old entry notifies no one', async () => {
  const deal = await offerOf('Moorline')
  await makePurchase({ deal_id: deal.id })
  const [staff, path] = [await makeProfile({ role: 'MANAGER' }), `/admin/vendors/${deal.vendor_id}`]
  const html = await renderPage(staff, { pattern: '/admin/vendors/:id', path, routes: [vendorPage] })
  expect(wordsOf(html)).toContain('Notifies 1 owner within the hour if it affects them.')
  expect(html).toMatch(/<input(?=[^>]* name="silent")[^>]* form="vendor"/)
  const { version } = (await findManagedVendor(deal.vendor_id))!
  const request = await requestAs(staff, path, {
    ...ACQUIRED,
    name: 'Moorline',
    slug: 'moorline',
    version,
    silent: 'on',
  })
  await answer(vendorPage.action({ request, params: { id: deal.vendor_id }, context: {} }))
  expect(await changesOf(deal.vendor_id)).toHaveLength(1)
  expect(await db.selectFrom('deal_events').selectAll().where('deal_id', '=', deal.id).execute()).toEqual([])
  await save(deal.vendor_id, { status: 'SHUT_DOWN' })
  expect(await db.selectFrom('deal_events').selectAll().where('deal_id', '=', deal.id).execute()).toHaveLength(1)
})

test('a corrected date, source or effect on owners corrects the entries, and an active vendor keeps them', async () => {
  const { vendor_id: id } = await offerOf('Moorline')
  await save(id, ACQUIRED)
  await save(id, { status_on: '2026-02-01', affects_owners: 'NO', status_source_url: 'https://news.example/other' })
  const corrected = {
    effective_on: '2026-02-01',
    affects_owners: 'NO',
    source_url: 'https://news.example/other',
  }
  expect(await changesOf(id)).toMatchObject([corrected])
  await save(id, { status: 'ACTIVE', status_on: null, status_source_url: null, affects_owners: 'UNKNOWN' })
  expect(await changesOf(id)).toMatchObject([corrected])
  await save(id, { ...ACQUIRED, status: 'SHUT_DOWN' })
  expect((await changesOf(id)).map(({ kind }) => kind)).toEqual(['ACQUIRED', 'SHUTDOWN'])
})

test('a vendor that is set back by mistake and acquired again on the same day has no second entry', async () => {
  const { vendor_id: id } = await offerOf('Moorline')
  await save(id, ACQUIRED)
  await save(id, { status: 'UNKNOWN', affects_owners: 'UNKNOWN' })
  await save(id, ACQUIRED)
  expect(await changesOf(id)).toHaveLength(1)
})

test.each([
  [{ status: 'ACQUIRED' }, { status_on: ['Since is required.'], status_source_url: ['Source is required.'] }],
  [
    { status: 'SHUT_DOWN', status_on: '2999-01-01', status_source_url: 'https://a.example/' },
    { status_on: ['Since cannot be in the future.'] },
  ],
  [{ status: 'MERGED' }, { status: ['Choose a status.'] }],
  [{ status: 'ACTIVE' }, {}],
])('a vendor form with %o has the errors %o', (given, errors) => {
  const parsed = vendorForm.safeParse({ name: 'Moorline', ...given })
  expect(parsed.error ? parsed.error.flatten().fieldErrors : {}).toEqual(errors)
})
