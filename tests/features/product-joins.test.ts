import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { compareProducts } from '~/features/catalog/products/compare-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { countSuggestedPairs } from '~/features/catalog/products/product-pairs.server'
import { listSurePairs } from '~/features/catalog/products/sure-pairs.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { joinPairs, listRecentJoins, undoJoins } from '~/features/staff/merging/product-joins.server'
import { makeDeal } from '../factories'
import { makeProductPair } from '../staff-factories'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')

/** Each vendor has its own name, so that equal titles are separate products. */
function makeOffer(title: string, host: string, more: { product_id?: string } = {}) {
  const [vendor_name, cta_url] = [`Vendor of ${host}`, `https://${host}/sale`]
  return makeDeal({ title, vendor_name, cta_url, ...productKeys({ title, vendor_name, cta_url }), ...more })
}

/** The pairs of the list, by the sites of their offers. */
const listedSites = async () =>
  (await listSurePairs()).map(({ keep, other }) => `${other.sites.join()} into ${keep.sites.join()}`)

const idsOf = async () => (await listSurePairs()).map(({ keep, other }) => ({ keep: keep.id, other: other.id }))

const productOf = async (deal: { id: string }) =>
  (await db.selectFrom('deals').select('product_id').where('id', '=', deal.id).executeTakeFirstOrThrow()).product_id

test('an equal title under the same name of the site, whatever its ending, is a sure pair', async () => {
  const [io, com] = [
    await makeOffer('Proxyman', 'proxyman.io'),
    await makeOffer('PROXYMAN (Black Friday)', 'www.proxyman.com'),
  ]
  await makeOffer('Proxyman Pro', 'proxyman.app')
  await makeOffer('Proxyman', 'proxytools.com')
  await makeOffer('Proxyman', 'apps.apple.com')
  await makeOffer('Paste', 'paste.co.uk')
  await makeOffer('Paste', 'paste.me', { product_id: com.product_id })
  expect(await listedSites()).toEqual([
    'proxyman.io into paste.me,proxyman.com',
    'paste.co.uk into paste.me,proxyman.com',
  ])

  await makeProductPair(io.product_id, com.product_id, { is_different: true })
  expect(await listedSites()).toEqual(['paste.co.uk into paste.me,proxyman.com'])
})

test('each of several equal products is paired with the one that has the most offers', async () => {
  await makeOffer('Dash', 'dash.io')
  const most = await makeOffer('Dash', 'dash.app')
  await makeOffer('Dash 2024', 'dash.app', { product_id: most.product_id })
  await makeOffer('Dash', 'dash.com')
  expect(await listedSites()).toEqual(['dash.io into dash.app', 'dash.com into dash.app'])
})

test('sure pairs are not listed among the doubtful ones', async () => {
  await makeOffer('Proxyman', 'proxyman.io')
  await makeOffer('Proxyman', 'proxyman.com')
  await makeOffer('Proxyman', 'getproxyman.com')
  await compareProducts()
  expect(await countSuggestedPairs()).toBe(2)
})

test('a press joins its pairs, and its undo separates the same offers again', async () => {
  const [io, com] = [await makeOffer('Proxyman', 'proxyman.io'), await makeOffer('Proxyman', 'proxyman.com')]
  const [one, two] = [await makeOffer('Paste', 'paste.app'), await makeOffer('Paste', 'paste.me')]
  const admin = await makeAdmin()
  const joined = await joinPairs(admin, await idsOf())
  if (joined.outcome !== 'joined') throw new Error(joined.reason)
  expect(await productOf(io)).toBe(await productOf(com))
  expect(await productOf(one)).toBe(await productOf(two))
  expect(await listSurePairs()).toEqual([])
  const recent = await listRecentJoins(joined.batch)
  expect(recent).toMatchObject({ count: 2, batch: { count: 2 }, joins: [{ days_left: 30 }, { days_left: 30 }] })

  expect(await undoJoins(admin.id, { batch: joined.batch })).toMatchObject({ outcome: 'undone' })
  expect([await productOf(io), await productOf(com)]).toEqual([io.product_id, com.product_id])
  expect([await productOf(one), await productOf(two)]).toEqual([one.product_id, two.product_id])
  expect((await listRecentJoins(joined.batch)).count).toBe(0)
  expect(await listSurePairs()).toHaveLength(2)
  const restored = await db.selectFrom('products').select(['name', 'slug']).where('id', '=', com.product_id).execute()
  expect(restored).toEqual([{ name: 'Proxyman', slug: expect.any(String) }])
  const audited = await db.selectFrom('audit_log').select('action').where('actor_id', '=', admin.id).execute()
  expect(audited.map(({ action }) => action).sort()).toEqual([
    'product.merged',
    'product.merged',
    'product.unmerged',
    'product.unmerged',
  ])
})

test('a single join that is undone is remembered as two products, and offers that came later stay', async () => {
  const [io, com] = [await makeOffer('Proxyman', 'proxyman.io'), await makeOffer('Proxyman', 'proxyman.com')]
  const admin = await makeAdmin()
  await mergeRecords(admin, 'product', com.product_id, io.product_id)
  const later = await makeOffer('Proxyman', 'proxyman.com', { product_id: io.product_id })
  const [join] = (await listRecentJoins('')).joins
  expect(await undoJoins(admin.id, { entry: join!.entry })).toEqual({ outcome: 'undone', names: ['Proxyman'] })
  expect([await productOf(com), await productOf(later)]).toEqual([com.product_id, io.product_id])
  expect(await listSurePairs()).toEqual([])
  expect(await undoJoins(admin.id, { entry: join!.entry })).toMatchObject({ outcome: 'refused' })
})

test('a join cannot be undone while its product is joined to another one', async () => {
  const [craft, io, other] = [
    await makeOffer('Craft', 'craft.do'),
    await makeOffer('Craft', 'craft.io'),
    await makeOffer('Craft Docs', 'craftdocs.com'),
  ]
  const admin = await makeAdmin()
  await mergeRecords(admin, 'product', io.product_id, craft.product_id)
  await mergeRecords(admin, 'product', craft.product_id, other.product_id)
  const [later, first] = (await listRecentJoins('')).joins
  expect(await undoJoins(admin.id, { entry: first!.entry })).toEqual({
    outcome: 'refused',
    reason: 'Craft was joined again since. Undo that first.',
  })
  expect(await undoJoins(admin.id, { entry: later!.entry })).toMatchObject({ outcome: 'undone' })
  expect(await undoJoins(admin.id, { entry: first!.entry })).toMatchObject({ outcome: 'undone' })
  expect(await productOf(io)).toBe(io.product_id)
})

test('a join older than 30 days cannot be undone', async () => {
  const [io, com] = [await makeOffer('Proxyman', 'proxyman.io'), await makeOffer('Proxyman', 'proxyman.com')]
  const detail = JSON.stringify({ name: 'Proxyman', into: 'Proxyman', into_id: io.product_id, moved: [com.id] })
  const created_at = new Date(Date.now() - 31 * 86_400_000)
  const entry = { action: 'product.merged', entity_type: 'product', entity_id: com.product_id, detail, created_at }
  const { id } = await db.insertInto('audit_log').values(entry).returning('id').executeTakeFirstOrThrow()
  expect((await listRecentJoins('')).count).toBe(0)
  expect(await undoJoins((await makeAdmin()).id, { entry: id })).toMatchObject({ outcome: 'refused' })
})

test('of two people who join or undo at once, one does it and the other changes nothing', async () => {
  await makeOffer('Proxyman', 'proxyman.io')
  await makeOffer('Proxyman', 'proxyman.com')
  const [one, two] = [await makeAdmin(), await makeAdmin()]
  const pairs = await idsOf()
  const joins = await Promise.all([joinPairs(one, pairs), joinPairs(two, pairs)])
  expect(joins.map(({ outcome }) => outcome).sort()).toEqual(['joined', 'refused'])
  const [join] = (await listRecentJoins('')).joins
  const undone = await Promise.all([one, two].map(({ id }) => undoJoins(id, { entry: join!.entry })))
  expect(undone.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'undone'])
})

test('a pair that is not sure is not joined, nor the others of the same press', async () => {
  await makeOffer('Proxyman', 'proxyman.io')
  await makeOffer('Proxyman', 'proxyman.com')
  const [a, b] = [await makeOffer('Paste', 'paste.app'), await makeOffer('Sip', 'sip.app')]
  const pairs = [...(await idsOf()), { keep: a.product_id, other: b.product_id }]
  expect(await joinPairs(await makeAdmin(), pairs)).toMatchObject({ outcome: 'refused' })
  expect(await listSurePairs()).toHaveLength(1)
})
