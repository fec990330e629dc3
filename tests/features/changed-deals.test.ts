import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { DEAL_COLUMNS, DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { deleteDeal } from '~/features/catalog/deals/editor/delete-deal.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { decideAvailable, decideEnded } from '~/features/contributions/availability/doubts.server'
import { applyPageOffer } from '~/features/contributions/availability/page-offer-decisions.server'
import { applyValue } from '~/features/contributions/change-logs/apply-value.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { seedDemo } from '~/features/site/demo/seed-demo.server'
import type { DealChange } from '~/features/staff/bulk/bulk'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { utcToday } from '~/http/utc-day'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'
import { makeBookmark, makeChangeLog, makeDeal, makeFollow, makeProfile } from '../factories'
import { tellKinds } from '../told'
import { UNSTATED_TERMS } from '../unstated-terms'
import { decideOn, makeStaff } from '../waiting-items'

type Staff = Awaited<ReturnType<typeof makeStaff>>
type Deal = Awaited<ReturnType<typeof makeDeal>>
type Act = (deal: Deal, staff: Staff) => Promise<unknown>

const save = async ({ id }: { id: string }, staff: Staff, changed: Partial<DealValues>, record?: { title: null }) => {
  const stored = (await findDealToEdit(id))!
  const form = { ...stored, ...UNSTATED_TERMS, ...changed }
  return saveDeal(staff, id, { form, version: stored.version, record })
}
const inBulk = (change: DealChange): Act => {
  return ({ id }, staff) => changeDeals(staff, change, { search: DEFAULT_MANAGE_SEARCH, ids: [id] }, 1)
}
const within = (work: (trx: Trx) => Promise<unknown>) => inTransaction(work)
const PRICE = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: 1 } as const

async function approve(deal: Deal, staff: Staff, value?: typeof PRICE) {
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: value ? 'PRICE' : 'TERMS', new_value: '$49' })
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
}

function applyPage({ id }: Deal, staff: Staff, price: string | null) {
  const found = { price, currency: price && 'USD', availability: price ? null : 'NO', source: 'JSON-LD' } as const
  const visits = { foundSince: '2026-11-20', foundAgain: '2026-11-21' }
  const recorded = { price: '59.00', currency: 'USD' }
  const details = { url: 'https://vendor.example/', found, recorded, ...visits } as Parameters<
    typeof applyPageOffer
  >[2]['details']
  return within((trx) => applyPageOffer(trx, staff, { dealId: id, details }))
}

async function closeVendor({ vendor_id }: Deal, staff: Staff) {
  const { version, ...vendor } = (await VENDOR.find(db, vendor_id))!
  const ended = { status_on: '2026-05-04', status_source_url: 'https://news.example/end', silent: false }
  await saveRecord(VENDOR, staff, vendor_id, { ...vendor, ...ended, status: 'SHUT_DOWN' }, version)
}

/** Publishes a draft of the followed category. */
const publish =
  (how: Act): Act =>
  async ({ category_id }, staff) =>
    how(await makeDeal({ category_id, published: false }), staff)

async function create({ category_id }: Deal, staff: Staff) {
  const draft = (await findDealToEdit((await makeDeal({ category_id, published: false })).id))!
  await createDeal(staff, crypto.randomUUID(), { ...draft, ...UNSTATED_TERMS, slug: null, published: true })
}

async function mergeChanged(deal: Deal, staff: Staff) {
  const other = await makeDeal({ title: 'Rankfield' })
  await makeChangeLog({ deal_id: other.id, status: 'APPROVED' })
  await mergeRecords({ ...staff, role: 'ADMIN' }, 'deal', other.id, deal.id)
}

test.each<[string, Act, kinds: string[]]>([
  ['a save of a price', (deal, staff) => save(deal, staff, { deal_price: '49.00' }), ['price']],
  ['a save of an end', (deal, staff) => save(deal, staff, { status: 'EXPIRED' }), ['ended']],
  ['a save with an entry', (deal, staff) => save(deal, staff, { deal_price: '49.00' }, { title: null }), ['change']],
  ['a save of words', (deal, staff) => save(deal, staff, { summary: 'Another sentence.' }), []],
  [
    'a failed save',
    async (deal, staff) => save(deal, staff, { deal_price: '49.00', slug: (await makeDeal()).slug }),
    [],
  ],
  ['a new deal', create, ['new_offer']],
  ['a draft that is published', publish((deal, staff) => save(deal, staff, { published: true })), ['new_offer']],
  ['drafts that are published in bulk', publish(inBulk({ verb: 'publish' })), ['new_offer']],
  ['an end in bulk', inBulk({ verb: 'set-status', to_status: 'EXPIRED' }), ['ended']],
  ['"Set expired"', ({ id }, staff) => within((trx) => decideEnded(trx, staff, id)), ['ended']],
  ['"Still available" of an open deal', ({ id }, staff) => within((trx) => decideAvailable(trx, staff, id)), []],
  ['a vendor that shuts down', closeVendor, ['change', 'ended']],
  ['an approved price', (deal, staff) => approve(deal, staff, PRICE), ['change', 'contribution_decided']],
  ['an approved change', (deal, staff) => approve(deal, staff), ['change', 'contribution_decided']],
  ['a value of an older report', ({ id }, staff) => within((trx) => applyValue(trx, staff, id, PRICE)), ['price']],
  ["a price from the vendor's page", (deal, staff) => applyPage(deal, staff, '49.00'), ['change']],
  ["an end from the vendor's page", (deal, staff) => applyPage(deal, staff, null), ['ended']],
  ['a merge with a deal that has a verified change', mergeChanged, ['change']],
  ['a deletion', ({ id }, staff) => deleteDeal(staff, id), []],
  ['the demo', () => seedDemo(), []],
])('%s notifies followers', async (_what, act, kinds) => {
  const deal = await makeDeal({ title: 'Rankfield', deal_price: '59.00' })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  await makeFollow({ category_id: deal.category_id, user_id: (await makeProfile()).id })
  await act(deal, await makeStaff('MANAGER'))
  expect(await tellKinds()).toEqual(kinds)
  expect(await tellKinds()).toEqual(kinds)
})

test('an import notifies followers of other prices and of new offers, but not of drafts', async () => {
  await makeCategoryAndPlatform()
  await importRows([makeRow({ slug: 'inkwell', deal_price: '59' })], { publish: true })
  await tellKinds()
  const { id, category_id } = await db.selectFrom('deals').select(['id', 'category_id']).executeTakeFirstOrThrow()
  await makeBookmark({ deal_id: id, user_id: (await makeProfile()).id })
  await makeFollow({ user_id: (await makeProfile()).id, category_id })
  await importRows([makeRow({ slug: 'draft', title: 'Hushbox', cta_url: 'https://hushbox.example/' })])
  expect(await tellKinds()).toEqual([])
  const added = makeRow({ slug: 'another', title: 'Mossgate', start_date: utcToday() })
  await importRows([makeRow({ slug: 'inkwell', deal_price: '49' }), added], { publish: true })
  expect(await tellKinds()).toEqual(['new_offer', 'price'])
})

/** Files that write deals without changing what followers and saved searches read, or without telling them. */
const SILENT = [
  'catalog/deals/checked.server.ts',
  'catalog/deals/editor/delete-deal.server.ts',
  'catalog/pictures/fetch-pictures.server.ts',
  'catalog/products/find-or-create-vendors.server.ts',
  'site/demo/seed-demo.server.ts',
  'staff/bulk/bulk-status.server.ts',
  'staff/freshness/watch-page.server.ts',
  'staff/merging/move-offer.server.ts',
  'audience/notifications/tell-changes.server.ts',
]

test('every other file that writes deals notes them', () => {
  const folder = path.resolve('app/features')
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const writers = files.filter((file) =>
    /(?:updateTable|insertInto|deleteFrom)\('deals'\)|\b(?:update|into) deals\b/.test(
      fs.readFileSync(path.join(folder, file), 'utf8'),
    ),
  )
  const silent = writers.filter((file) => !fs.readFileSync(path.join(folder, file), 'utf8').includes('noteDeals('))
  expect(silent.sort()).toEqual(SILENT.toSorted())
})

test('saved searches are matched when a price, a coupon, a term or a plan differs', async () => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('offer_state'::regproc) as text`.execute(db)
  const terms = DEAL_COLUMNS.filter((column) => 'term' in DEAL_FIELDS[column])
  for (const column of terms) expect(rows[0]!.text).toContain(`deal.${column},`)
})
