import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { findManagedVendor } from '~/features/catalog/vendors/vendor-fields.server'
import { setDealStatus } from '~/features/contributions/availability/deal-status.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { saveVendor } from '~/features/staff/editing/save-vendor.server'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'
import { makeBookmark, makeCategory, makeDeal, makeFollow, makeProfile } from '../factories'
import { listJobs } from '../jobs'
import { UNSTATED_TERMS } from '../unstated-terms'

const makeStaff = () => makeProfile({ role: 'MANAGER' })
const listEvents = () => db.selectFrom('deal_events').select(['kind', 'data']).orderBy('id').execute()
const findBySlug = (slug: string) =>
  db.selectFrom('deals').select(['id', 'category_id']).where('slug', '=', slug).executeTakeFirstOrThrow()

async function makeFollowedDeal(given: Parameters<typeof makeDeal>[0] = {}) {
  const deal = await makeDeal({ deal_price: '59.00', ...given })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  return deal
}

async function save(id: string, changed: { deal_price?: string; status?: 'EXPIRED'; published?: boolean }) {
  const stored = (await findDealToEdit(id))!
  const form = { ...stored, ...UNSTATED_TERMS, ...changed }
  expect(await saveDeal(await makeStaff(), id, { form, version: stored.version })).toEqual({ outcome: 'saved' })
}

test('a save of the editor notifies followers of the price and the end, and of nothing that is taken back at once', async () => {
  const { id } = await makeFollowedDeal()
  await save(id, { deal_price: '49.00' })
  await save(id, { status: 'EXPIRED' })
  expect(await listEvents()).toEqual([
    { kind: 'PRICE', data: { price: 49, was: 59, currency: 'USD' } },
    { kind: 'ENDED', data: {} },
  ])
  await save(id, { deal_price: '59.00' })
  expect(await listEvents()).toMatchObject([{ kind: 'ENDED' }])
})

test('a save that fails writes no event and no job', async () => {
  const [{ id }, other] = [await makeFollowedDeal(), await makeDeal()]
  const stored = (await findDealToEdit(id))!
  const form = { ...stored, ...UNSTATED_TERMS, deal_price: '49.00', slug: other.slug }
  expect(await saveDeal(await makeStaff(), id, { form, version: stored.version })).toMatchObject({
    outcome: 'rejected',
  })
  expect(await listEvents()).toEqual([])
  expect(await listJobs('notify_followers')).toEqual([])
})

test('a deal that staff create or publish is a new offer once', async () => {
  const category = await makeCategory()
  await makeFollow({ user_id: (await makeProfile()).id, category_id: category.id })
  const draft = (await findDealToEdit((await makeDeal({ published: false })).id))!
  const form = { ...draft, ...UNSTATED_TERMS, category_id: category.id, slug: null, published: true }
  const created = crypto.randomUUID()
  await createDeal(await makeStaff(), created, form)
  expect(await listEvents()).toMatchObject([{ kind: 'PUBLISHED' }])
  await save(created, { published: false })
  await save(created, { published: true })
  expect(await listEvents()).toHaveLength(1)
})

test('a deal that an alert ends notifies its followers', async () => {
  const [{ id }, staff] = [await makeFollowedDeal(), await makeStaff()]
  await db.transaction().execute((trx) => setDealStatus(trx, staff, id, 'EXPIRED'))
  expect(await listEvents()).toMatchObject([{ kind: 'ENDED' }])
})

test('a vendor that shuts down notifies the followers of its deals of the change and the end', async () => {
  const { vendor_id } = await makeFollowedDeal()
  const { version, counts: _c, names: _n, deals: _d, ...vendor } = (await findManagedVendor(vendor_id))!
  const closed = {
    status: 'SHUT_DOWN' as const,
    status_on: '2026-05-04',
    status_source_url: 'https://news.example/end',
  }
  await saveVendor((await makeStaff()).id, vendor_id, { ...vendor, ...closed, silent: false }, version)
  expect(await listEvents()).toMatchObject([{ kind: 'CHANGE' }, { kind: 'ENDED' }])
})

test('an import notifies followers of other prices and of new offers', async () => {
  await makeCategoryAndPlatform()
  await importRows([makeRow({ slug: 'inkwell', deal_price: '59' })], { publish: true })
  const { id, category_id } = await findBySlug('inkwell')
  await makeBookmark({ deal_id: id, user_id: (await makeProfile()).id })
  await makeFollow({ user_id: (await makeProfile()).id, category_id })
  const rows = [makeRow({ slug: 'inkwell', deal_price: '49' }), makeRow({ slug: 'another', title: 'Mossgate' })]
  await importRows(rows, { publish: true })
  expect(await listEvents()).toMatchObject([
    { kind: 'PRICE', data: { price: 49, was: 59, currency: 'USD' } },
    { kind: 'PUBLISHED' },
  ])
  expect(await listJobs('notify_followers')).not.toEqual([])
})

test('an import of drafts notifies no one', async () => {
  await makeCategoryAndPlatform()
  const { id } = await db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  await makeFollow({ user_id: (await makeProfile()).id, category_id: id })
  await importRows([makeRow()])
  expect(await listEvents()).toEqual([])
})
