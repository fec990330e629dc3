import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { listOwnContributions, withdraw } from '~/features/contributions/members/own-contributions.server'
import { findKnownOffers } from '~/features/contributions/suggestions/known-offers.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { acceptSuggestion } from '~/features/staff/editing/accept-suggestion.server'
import { createDeal } from '~/features/staff/editing/save-deal.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { loader as editorLoader } from '~/routes/admin.deals.new/route'
import { action } from '~/routes/suggest/route'
import { up as migrateIntermediaries } from '../../migrations/2026-11-27-23_links_of_intermediaries'
import { makeCategory, makeDeal, makePlatform, makeProfile, makeSuggestion, makeVendor } from '../factories'
import { answer, requestAs } from '../requests'
import { dealForm } from '../unstated-terms'
import { decideOn, karmaOf, makeStaff, notificationsOf, reopen, waitingItem } from '../waiting-items'

const context = { params: {}, context: {} }
const FORM = {
  url: 'https://www.wickboard.example/lifetime?utm_source=mail&ref=7781',
  title: 'Wickboard',
  vendor_name: 'Wick Labs',
  deal_price: '54',
  end_date: '2099-12-04',
  body: 'Cheaper than the open offers, and the page says it runs for two weeks.',
}
type Sent = Partial<typeof FORM> & { step?: string; is_different?: string }
type Rejected = {
  data: { error: Record<string, string[]>; initialValue: typeof FORM; known?: { product: string; offers: unknown[] } }
  init: { status: number }
}

const send = async (as: { id: string }, form: Sent = {}): Promise<unknown> =>
  answer(action({ request: await requestAs(as, '/suggest', { ...FORM, ...form }), ...context }))
const listSuggestions = () => db.selectFrom('deal_suggestions').selectAll().orderBy('created_at').execute()

async function creditOf(id: string) {
  const { slug } = await db.selectFrom('deals').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  return (await findPublishedDeal(slug))!.credit
}

test('a suggestion is stored without tracking and waits for staff; the same one sent twice is stored once', async () => {
  const member = await makeProfile()
  const sent = (await send(member)) as Response
  expect(sent.headers.get('Location')).toBe('/suggest')
  await send(member, { url: FORM.url.replace('https://', ''), deal_price: '$54.00' })
  const all = await listSuggestions()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({
    ...FORM,
    url: 'https://www.wickboard.example/lifetime',
    deal_price: '54.00',
    status: 'PENDING',
    user_id: member.id,
    is_different: false,
  })
  expect(await waitingItem(all[0]!.id)).toMatchObject({
    kind: 'suggestion',
    rank: 7,
    author_id: member.id,
    deal_id: null,
  })
})

test.each([
  ['url', 'javascript:alert(1)', 'Link must be a full web address, such as https://vendor.example/deal.'],
  ['title', 'x'.repeat(101), 'Title can have at most 100 characters, not 101.'],
  ['deal_price', '54 EUR', 'Price names a different currency. If 54 is the amount in this currency, type 54.'],
  ['end_date', '2020-01-01', 'End date is in the past, so the offer has ended.'],
  ['end_date', '2026-02-30', 'End date must be a real date written as YYYY-MM-DD, such as 2026-01-31.'],
  ['body', 'Good one.', 'Why is it good? needs at least 10 characters.'],
  ['body', 'x'.repeat(501), 'Why is it good? can have at most 500 characters, not 501.'],
])('a suggestion with %s "%s" is rejected at the field, with what was typed', async (field, value, message) => {
  const { data, init } = (await send(await makeProfile(), { [field]: value })) as Rejected
  expect(init.status).toBe(400)
  expect(data.error).toEqual({ [field]: [message] })
  expect(data.initialValue).toMatchObject({ ...FORM, [field]: value })
  expect(await listSuggestions()).toEqual([])
})

async function makeKnown(given: Parameters<typeof makeDeal>[0] = {}) {
  const deal = { title: 'Wickboard', vendor_name: 'Wick Labs', cta_url: 'https://wickboard.example/buy', ...given }
  return makeDeal({ published: true, ...deal, ...productKeys(deal) })
}

test('a link that is on record shows its deals, and is only sent as a different offer', async () => {
  const member = await makeProfile()
  const known = await makeKnown()
  await makeKnown({ published: false, title: 'Hidden' })
  const refused = (await send(member)) as Rejected
  expect(refused.init.status).toBe(400)
  expect(Object.keys(refused.data.error)).toEqual(['is_different'])
  expect(refused.data.known).toMatchObject({ product: 'Wickboard', offers: [{ slug: known.slug }], more: 0 })
  expect(await listSuggestions()).toEqual([])

  await send(member, { is_different: 'on' })
  expect(await listSuggestions()).toMatchObject([{ is_different: true }])
})

test('looking up a link stores nothing, keeps the entered values and needs only the link', async () => {
  const member = await makeProfile()
  await makeKnown()
  const found = (await send(member, { step: 'look', title: '', body: 'Half a' })) as Rejected
  expect(found.data).toMatchObject({ known: { product: 'Wickboard' }, initialValue: { body: 'Half a' } })
  const none = (await send(member, { step: 'look', url: 'https://new.example' })) as Rejected
  expect(none.data.known).toBeNull()
  const wrong = (await send(member, { step: 'look', url: 'wickboard', body: 'Half a' })) as Rejected
  expect(Object.keys(wrong.data.error)).toEqual(['url'])
  expect(wrong.data.initialValue).toMatchObject({ url: 'wickboard', body: 'Half a' })
  expect(await listSuggestions()).toEqual([])
})

test('a link of a host that says nothing about the product is compared as a page', async () => {
  const deal = await makeKnown({ cta_url: 'https://www.dealmirror.com/product/wickboard/?ref=a' })
  expect(deal.link_key).toBeNull()
  const found = await findKnownOffers('https://dealmirror.com/product/wickboard')
  expect(found?.offers.map(({ id }) => id)).toEqual([deal.id])
  expect(await findKnownOffers('https://dealmirror.com/product/other')).toBeUndefined()
})

test.each([
  'https://aff.link/docusign',
  'https://appsumo.8odi.net/DyGKWj',
  'https://geni.us/abc',
  'https://bit.ly/3abc',
])('another address of the host of %s is not on record, only the same one', async (cta_url) => {
  const deal = await makeDeal({ cta_url, ...productKeys({ title: 'Wickboard', vendor_name: 'Wick Labs', cta_url }) })
  expect(await findKnownOffers(`${cta_url}x`)).toBeUndefined()
  expect(await findKnownOffers(cta_url)).toMatchObject({ offers: [{ slug: deal.slug }] })
})

test('the update forgets what was taken from links that only pass visitors on', async () => {
  const keyOf = async (cta_url: string, link_key: string) => {
    const { id } = await makeDeal({ cta_url, link_key })
    return async () =>
      (await db.selectFrom('deals').select('link_key').where('id', '=', id).executeTakeFirst())?.link_key
  }
  const keys = await Promise.all([
    keyOf('https://aff.link/docusign', 'aff.link'),
    keyOf('https://www.AppSumo.8odi.net/DyGKWj', '8odi.net'),
    keyOf('https://imp.i384100.net/abc', 'i384100.net'),
    keyOf('https://goto.store.example/c/5660929/298927/4662', 'store.example'),
    keyOf('https://my-aff.link.example/', 'link.example'),
    keyOf('https://apps.apple.com/app/id1?at=geni.us', 'apps.apple.com/id1'),
  ])
  const vendors = await Promise.all([
    makeVendor({ website_url: 'https://8odi.net' }),
    makeVendor({ website_url: 'https://8odi.net', version: 2 }),
    makeVendor({ website_url: 'https://wickboard.example' }),
  ])
  await migrateIntermediaries(db as unknown as Kysely<unknown>)
  const kept = ['link.example', 'apps.apple.com/id1']
  expect(await Promise.all(keys.map((key) => key()))).toEqual([null, null, null, null, ...kept])
  const stored = await db.selectFrom('vendors').select(['id', 'website_url']).execute()
  const websiteOf = new Map(stored.map(({ id, website_url }) => [id, website_url]))
  expect(vendors.map(({ id }) => websiteOf.get(id))).toEqual([null, 'https://8odi.net', 'https://wickboard.example'])
})

test('many deals of one link are shown by the open and latest ones, and the rest is counted', async () => {
  for (const year of [2019, 2020, 2021, 2022, 2023, 2024]) {
    await makeKnown({ start_date: `${year}-01-01`, end_date: `${year}-02-01` })
  }
  const open = await makeKnown({ start_date: '2018-01-01' })
  const found = await findKnownOffers('https://wickboard.example')
  expect(found).toMatchObject({ product: 'Wickboard', more: 2 })
  expect(found?.offers[0]).toMatchObject({ id: open.id, shown_status: 'ACTIVE' })
  expect(found?.offers[1]).toMatchObject({ start_date: '2024-01-01' })
})

/** Staff save the draft that the editor made of a suggestion. */
async function draft(staff: Awaited<ReturnType<typeof makeStaff>>, suggestion: string, published = false) {
  const id = crypto.randomUUID()
  const [category, platform] = [await makeCategory(), await makePlatform()]
  const places = { category_id: category.id, platform_id: platform.id, cta_url: 'https://wickboard.example' }
  const form = dealForm({ ...places, title: 'Wickboard', vendor_name: 'Wick Labs', published })
  const result = await createDeal(staff, id, form, (trx) => acceptSuggestion(trx, staff, suggestion, id))
  return { id, result }
}

const publish = (id: string, published: boolean) =>
  db.updateTable('deals').set({ published }).where('id', '=', id).execute()

test('a draft accepts the suggestion and notifies the member, who earns 3 karma and, while a member, the credit when it is published', async () => {
  const [staff, member] = [await makeStaff(), await makeProfile({ name: 'Maya' })]
  const { id } = await makeSuggestion({ user_id: member.id })
  const deal = await draft(staff, id)
  expect(deal.result).toEqual({ outcome: 'created' })
  expect(await listSuggestions()).toMatchObject([{ status: 'APPROVED', deal_id: deal.id, moderated_by: staff.id }])
  expect(await waitingItem(id)).toBeUndefined()
  expect(await notificationsOf(member.id)).toMatchObject([
    { kind: 'contribution_decided', data: { contribution: 'suggestion', decision: 'APPROVED', deal: 'Wickboard' } },
  ])
  expect(await karmaOf(member.id)).toBe(0)

  await publish(deal.id, true)
  await publish(deal.id, false)
  await publish(deal.id, true)
  expect(await karmaOf(member.id)).toBe(3)
  expect(await creditOf(deal.id)).toEqual({ name: 'Maya', person_id: member.id })
  await deleteProfile(member.id)
  expect(await creditOf(deal.id)).toBeNull()
})

test('an admin who drafts their own suggestion earns no karma when it is published', async () => {
  const admin = await makeStaff('ADMIN')
  const { id } = await makeSuggestion({ user_id: admin.id })
  await draft(admin, id, true)
  expect(await listSuggestions()).toMatchObject([{ status: 'APPROVED', moderated_by: admin.id }])
  expect(await karmaOf(admin.id)).toBe(0)
})

test('a draft that is published at once earns the karma too, and reopening takes karma and credit back', async () => {
  const [staff, member] = [await makeStaff(), await makeProfile()]
  const { id } = await makeSuggestion({ user_id: member.id })
  const deal = await draft(staff, id, true)
  expect(await karmaOf(member.id)).toBe(3)

  expect(await reopen(staff, 'suggestion', id)).toEqual({ is: 'done' })
  expect(await karmaOf(member.id)).toBe(0)
  expect(await creditOf(deal.id)).toBeNull()
  expect(await waitingItem(id)).toMatchObject({ deal_id: null })
  expect(await notificationsOf(member.id)).toEqual([])
})

test('of two people who create a draft at once only one succeeds, and the other leaves no draft', async () => {
  const [one, other] = [await makeStaff(), await makeStaff('MANAGER', 'Nils')]
  const { id } = await makeSuggestion()
  const results = await Promise.allSettled([draft(one, id), draft(other, id)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(failed.reason).toBeInstanceOf(CannotDecide)
  expect(failed.reason.message).toMatch(/^Already drafted by/)
  expect(await db.selectFrom('deals').select('id').execute()).toHaveLength(1)
})

test('a manager makes no draft of an own suggestion, and none of one that was taken back', async () => {
  const staff = await makeStaff()
  const { id } = await makeSuggestion({ user_id: staff.id })
  await expect(draft(staff, id)).rejects.toThrow('You suggested this yourself.')
  await expect(draft(staff, crypto.randomUUID())).rejects.toThrow('taken back')
  expect(await db.selectFrom('deals').select('id').execute()).toEqual([])
})

test('the editor is filled in from the suggestion, and a decided one shows its decision', async () => {
  const staff = await makeStaff()
  const { id } = await makeSuggestion({ vendor_name: 'Wick Labs', deal_price: '54.00', end_date: '2099-12-04' })
  const open = async () =>
    answer(editorLoader({ request: await requestAs(staff, `/admin/deals/new?suggestion=${id}`), ...context }))
  const known = { title: 'Wickboard', vendor_name: 'Wick Labs', deal_price: '54.00', currency: 'USD' }
  expect(await open()).toMatchObject({ known: { ...known, end_date: '2099-12-04' } })
  await decideOn('suggestion', staff, id, { to: 'REJECTED', reason: 'DUPLICATE', note: 'A monthly plan.' })
  const moved = (await open()) as Response
  expect(moved.headers.get('Location')).toBe(`/admin/queue/suggestions/${id}`)
})

test('the member sees pending and rejected suggestions, and can withdraw pending ones', async () => {
  const [staff, member] = [await makeStaff(), await makeProfile()]
  const waiting = await makeSuggestion({ user_id: member.id, title: 'Sunmark' })
  const rejected = await makeSuggestion({ user_id: member.id })
  await decideOn('suggestion', staff, rejected.id, { to: 'REJECTED', reason: 'DUPLICATE', note: 'A monthly plan.' })
  expect(await listOwnContributions(member.id, 'waiting', { limit: 5 })).toMatchObject([
    { kind: 'suggestion', title: 'Sunmark', before: 0, deal: null },
  ])
  expect(await listOwnContributions(member.id, 'decided', { limit: 5 })).toMatchObject([
    { kind: 'suggestion', status: 'REJECTED', rejection_reason: 'DUPLICATE', moderation_reason: 'A monthly plan.' },
  ])
  expect(await withdraw(member.id, 'suggestion', rejected.id)).toBe('decided')
  expect(await withdraw(member.id, 'suggestion', waiting.id)).toBe('withdrawn')
  expect(await waitingItem(waiting.id)).toBeUndefined()
})

test('the credit goes along when the deal is merged into another one, and karma remains when that is deleted later', async () => {
  const [staff, member] = [await makeStaff(), await makeProfile({ name: 'Maya' })]
  const { id } = await makeSuggestion({ user_id: member.id })
  const [deal, other] = [await draft(staff, id, true), await makeDeal({ published: true })]
  await mergeRecords(await makeStaff('ADMIN'), 'deal', deal.id, other.id)
  expect(await creditOf(other.id)).toEqual({ name: 'Maya', person_id: member.id })
  expect(await karmaOf(member.id)).toBe(3)
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  expect(await karmaOf(member.id)).toBe(3)
  expect(await listSuggestions()).toMatchObject([{ status: 'APPROVED', deal_id: null }])
})
