import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { isFollowed } from '~/features/audience/following/followed-deal'
import { nextWeeklyMail } from '~/features/audience/following/mail-rhythm'
import { addDays, utcToday } from '~/http/utc-day'
import * as following from '~/routes/account_.following/route'
import { makeBookmark, makeCategory, makeDeal, makeFollow, makeProfile, UNTICKED } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
const PATH = '/account/following'
type Person = { id: string } | null

let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile()
})

const open = async (query = '', as: Person = ada) =>
  following.loader({ request: await requestAs(as, PATH + query), ...context }) as Promise<
    Awaited<ReturnType<typeof following.loader>>
  >
const send = async (form: Record<string, string>, as: Person = ada) =>
  answer(following.action({ request: await requestAs(as, PATH, form), ...context }))

async function makeSavedDeal(given: Parameters<typeof makeDeal>[0] = {}, user_id = ada.id) {
  const deal = await makeDeal({ deal_price: '59.00', ...given })
  await makeBookmark({ user_id, deal_id: deal.id })
  return deal
}
const choicesOf = (deal_id: string) =>
  db
    .selectFrom('bookmarks')
    .select(['tells_price', 'tells_changes', 'tells_ending', 'tells_ended', 'tells_reopened', 'target_price'])
    .where('deal_id', '=', deal_id)
    .executeTakeFirstOrThrow()

const ALL = { tells_price: true, tells_changes: true, tells_ending: true, tells_ended: true, tells_reopened: true }
test('a bookmark follows its deal until everything is switched off, and can be followed again', async () => {
  const deal = await makeSavedDeal()
  await makeSavedDeal({}, (await makeProfile()).id)
  expect(await open()).toMatchObject({ counts: { saved: 1 }, deals: [{ id: deal.id, ...ALL }] })

  await send({ intent: 'deal', id: deal.id, tells_price: 'on', target: '', stop: '1' })
  expect(await choicesOf(deal.id)).toEqual({ ...UNTICKED, target_price: null })
  expect(await open(), 'it stays saved').toMatchObject({ counts: { saved: 1 } })

  await send({ intent: 'follow-again', id: deal.id })
  expect(await choicesOf(deal.id)).toMatchObject(ALL)
})

test('ticks and the target price of a bookmark are saved', async () => {
  const deal = await makeSavedDeal()
  const sent = await send({ intent: 'deal', id: deal.id, tells_changes: 'on', tells_ended: 'on', target: ' $49 ' })
  expect((sent as Response).headers.get('Location')).toBe('/account/following#deals')
  expect(await choicesOf(deal.id)).toEqual({
    ...UNTICKED,
    tells_changes: true,
    tells_ended: true,
    target_price: '49.00',
  })

  await send({ intent: 'deal', id: deal.id, target: '45.50' })
  expect(isFollowed((await open()).deals[0]!), 'a target price alone follows too').toBe(true)
})

test.each([
  ['€49', 'The price names a different currency. If 49 is the amount in this currency, type 49.'],
  ['-1', 'The price cannot be negative.'],
  ['12345678', 'The price can be at most 9999999.99.'],
])('the target price %s gets a clear error and stays in the field', async (target, message) => {
  const deal = await makeSavedDeal()
  for (const intent of ['deal', 'target']) {
    expect(await send({ intent, id: deal.id, target, tells_price: 'on' })).toMatchObject({
      data: { error: { target: [message] }, initialValue: { target, tells_price: 'on' } },
      init: { status: 400 },
    })
  }
  expect(await choicesOf(deal.id)).toEqual({ ...ALL, target_price: null })
})

test.each(['59', '60'])(
  'the new target price %s is at or above the present price, which the field says',
  async (target) => {
    const deal = await makeSavedDeal()
    for (const intent of ['deal', 'target']) {
      expect(await send({ intent, id: deal.id, target })).toMatchObject({
        data: { error: { target: ['The price is $59.00 already. Enter a lower one.'] }, initialValue: { target } },
        init: { status: 400 },
      })
    }
    expect(await choicesOf(deal.id)).toEqual({ ...ALL, target_price: null })
  },
)

test('a target price that was reached meanwhile does not prevent saving the other choices', async () => {
  const deal = await makeSavedDeal()
  await send({ intent: 'target', id: deal.id, target: '49' })
  await db.updateTable('deals').set({ deal_price: '45.00' }).execute()
  await send({ intent: 'deal', id: deal.id, target: '49.00', tells_ended: 'on' })
  expect(await choicesOf(deal.id)).toEqual({ ...UNTICKED, tells_ended: true, target_price: '49.00' })
})

test('the page of a deal changes only the target price and returns to itself', async () => {
  const deal = await makeSavedDeal()
  await db.updateTable('bookmarks').set({ tells_ended: false }).execute()
  const returnTo = `/deals/${deal.slug}`
  const sent = (await send({ intent: 'target', id: deal.id, target: '49', returnTo })) as Response
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, returnTo])
  expect(await choicesOf(deal.id)).toEqual({ ...ALL, tells_ended: false, target_price: '49.00' })
  expect(toastOf(sent)).toMatchObject({ title: 'Price alert saved' })
})

test("a member cannot change another member's bookmark or follow", async () => {
  const grace = await makeProfile()
  const deal = await makeSavedDeal({}, grace.id)
  const { id } = await makeFollow({ user_id: grace.id, vendor_id: deal.vendor_id })
  for (const form of [
    { intent: 'deal', id: deal.id, stop: '1' },
    { intent: 'deal', id: 'nonsense', stop: '1' },
  ]) {
    expect(((await send(form)) as Response).status).toBe(404)
  }
  await send({ intent: 'unfollow', id })
  expect(await choicesOf(deal.id)).toMatchObject(ALL)
  expect(await db.selectFrom('follows').select('id').execute()).toEqual([{ id }])
})

test('the list has pages of 25 with followed deals first, and the deal asked for at the top', async () => {
  const quiet = await makeSavedDeal()
  await db.updateTable('bookmarks').set(UNTICKED).where('deal_id', '=', quiet.id).execute()
  for (let count = 0; count < 26; count++) await makeSavedDeal()
  const first = await open()
  expect(first).toMatchObject({ counts: { saved: 27 }, pages: { page: 2 }, deals: { length: 25 } })
  expect((await open('?page=2')).deals.at(-1)).toMatchObject({ id: quiet.id })
  expect((await open(`?deal=${quiet.id}`)).deals[0]).toMatchObject({ id: quiet.id })
  const beyond = (await answer(open('?page=9'))) as Response
  expect(beyond.headers.get('Location')).toBe('/account/following?page=2')
})

test('drafts are left out', async () => {
  const deal = await makeSavedDeal()
  await db.updateTable('deals').set({ published: false }).where('id', '=', deal.id).execute()
  expect(await open()).toMatchObject({ counts: { saved: 0 }, deals: [] })
})

test('the following page lists vendors and categories with their events and can unfollow them', async () => {
  const category = await makeCategory({ name: 'Writing' })
  const below = await makeCategory({ parent_id: category.id })
  const deals = await Promise.all([1, 2, 3, 4, 5, 6].map(() => makeDeal({ category_id: below.id })))
  await makeDeal({ category_id: below.id, created_at: new Date('2020-01-01') })
  const { vendor_id } = deals[0]!
  await makeFollow({ user_id: ada.id, vendor_id, created_at: new Date('2026-11-02') })
  await makeFollow({ user_id: ada.id, category_id: category.id, created_at: new Date('2026-11-01') })
  const { follows } = await open()
  expect(follows).toMatchObject([
    { kind: 'vendor', name: 'Northpane', path: '/vendors/northpane', products: 7 },
    { kind: 'category', name: 'Writing', path: `/categories/${category.slug}`, recent: 6 },
  ])
  for (const { id } of follows) await send({ intent: 'unfollow', id })
  expect(await open()).toMatchObject({ follows: [] })
})

test('the mail rhythm is saved, and an unknown one is refused', async () => {
  expect(await open()).toMatchObject({ mail: { mail_rhythm: 'WEEKLY', mail_off_since: null } })
  await send({ intent: 'rhythm', rhythm: 'AT_ONCE' })
  expect(await open()).toMatchObject({ mail: { mail_rhythm: 'AT_ONCE' } })
  for (const name of ['rhythm', 'other']) {
    expect(await send({ intent: 'rhythm', [name]: 'HOURLY' })).toMatchObject({
      data: { error: { rhythm: ['Choose how often we email you.'] } },
    })
  }
})

test('after too many refusals the page says since when mail is off, and members turn it on again', async () => {
  const page = { pattern: PATH, path: PATH, routes: [following] }
  expect(await renderPage(ada, page)).not.toContain('value="mail-on"')
  const mail_off_since = new Date('2026-11-20')
  await db.updateTable('profiles').set({ mail_off_since, mail_refusals: 5 }).execute()
  const html = await renderPage(ada, page)
  expect(wordsOf(html)).toContain("We couldn't deliver email to you since 20 Nov 2026, so email is off.")
  expect(html).toContain('value="mail-on"')
  await send({ intent: 'mail-on' })
  const profile = await db.selectFrom('profiles').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(profile).toMatchObject({ mail_off_since: null, mail_refusals: 0 })
})

test.each([
  ['2026-11-22T12:00:00Z', 'Monday 23 Nov 2026, 08:00 UTC'],
  ['2026-11-23T07:59:00Z', 'Monday 23 Nov 2026, 08:00 UTC'],
  ['2026-11-23T08:00:00Z', 'Monday 30 Nov 2026, 08:00 UTC'],
  ['2026-12-29T00:00:00Z', 'Monday 4 Jan 2027, 08:00 UTC'],
])('the weekly mail after %s is that of %s', (now, next) => {
  expect(nextWeeklyMail(new Date(now))).toBe(next)
})

test('a saved deal that is open without ever having been confirmed is called not checked', async () => {
  await makeSavedDeal({ title: 'Quillstack', start_date: addDays(utcToday(), -10), found_on: null })
  const words = async () => wordsOf(await renderPage(ada, { pattern: PATH, path: PATH, routes: [following] }))
  expect(await words()).toMatch(/Quillstack Active ?not checked/)
  await db.updateTable('deals').set({ found_on: utcToday() }).execute()
  expect(await words()).not.toContain('not checked')
})
