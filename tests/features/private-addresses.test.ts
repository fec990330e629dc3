import ICAL from 'ical.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { writeCalendar } from '~/features/audience/private-addresses/calendar.server'
import { readPrivateFeed } from '~/features/audience/private-addresses/private-feed.server'
import { changePassword, resetPassword } from '~/features/people/accounts/new-password.server'
import { findOwnerOf, makePrivateAddresses } from '~/features/people/sessions/private-addresses.server'
import { signOutEverywhere } from '~/features/people/sessions/sessions.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import { addDays, utcToday } from '~/http/utc-day'
import { loader as calendar } from '~/routes/calendar.$file'
import { loader as feed } from '~/routes/feed.$file'
import {
  makeAccount,
  makeBookmark,
  makeDeal,
  makeNotification,
  makePlatform,
  makeProfile,
  makePurchase,
} from '../factories'

/** The entries of a calendar as a program reads them. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const { uid, summary, startDate } = new ICAL.Event(event)
    return { uid, summary, day: startDate.toString(), isWholeDay: startDate.isDate }
  })
}

type Account = Awaited<ReturnType<typeof makeAccount>>
const PASSWORD = 'battery staple'
const CHANGE = { currentPassword: 'correct horse', password: PASSWORD }

const fileOf = (url: string) => new URL(url).pathname.split('/').at(-1)

test('a calendar has refund deadlines, redeem-by dates and ends of followed deals as whole days', async () => {
  const today = utcToday()
  const me = await makeProfile()
  const platform = await makePlatform({ refund_days: 60 })
  const bought = await makeDeal({ title: 'Watchpost', platform_id: platform.id, redeem_days: 30 })
  const own = await makeDeal({
    title: 'Calbrook; or, "a long name, with commas" that needs more than one line ✓ ü',
    refund_days: 30,
  })
  const saved = await makeDeal({ title: 'Moorline', start_date: addDays(today, -9), end_date: addDays(today, 5) })
  const unfollowed = await makeDeal({ start_date: addDays(today, -9), end_date: addDays(today, 5) })
  await makePurchase({ user_id: me.id, deal_id: bought.id, bought_on: addDays(today, -1) })
  await makePurchase({ user_id: me.id, deal_id: own.id, bought_on: today })
  await makePurchase({
    user_id: me.id,
    deal_id: (await makeDeal({ refund_days: 9 })).id,
    bought_on: today,
    refunded_on: today,
  })
  await makePurchase({
    user_id: me.id,
    deal_id: (await makeDeal({ refund_days: 9 })).id,
    bought_on: addDays(today, -99),
  })
  await makePurchase({ deal_id: bought.id, bought_on: today })
  await makeBookmark({ user_id: me.id, deal_id: saved.id })
  await makeBookmark({ user_id: me.id, deal_id: unfollowed.id, tells_ending: false })
  const text = await writeCalendar(me.id)
  expect(read(text)).toEqual([
    expect.objectContaining({ summary: 'Moorline: the deal ends', day: addDays(today, 5) }),
    expect.objectContaining({ summary: 'Watchpost: last day to redeem your code', day: addDays(today, 29) }),
    expect.objectContaining({
      summary: `${own.title}: last day to get a refund`,
      day: addDays(today, 30),
      isWholeDay: true,
    }),
    expect.objectContaining({ summary: 'Watchpost: last day to get a refund', day: addDays(today, 59) }),
  ])
  // RFC 5545, 3.1: lines end in CRLF and have at most 75 octets.
  const lines = text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true)
})

test('calendar entries keep their UIDs when their dates move, and an unchanged calendar is byte-identical', async () => {
  const today = utcToday()
  const me = await makeProfile()
  const dates = { start_date: addDays(today, -9), end_date: addDays(today, 5), redeem_days: 20, refund_days: 30 }
  const deal = await makeDeal(dates)
  await makeBookmark({ user_id: me.id, deal_id: deal.id })
  await makePurchase({ user_id: me.id, deal_id: deal.id, bought_on: today })
  const before = await writeCalendar(me.id)
  expect(await writeCalendar(me.id)).toBe(before)
  await db
    .updateTable('deals')
    .set({ end_date: addDays(today, 9) })
    .where('id', '=', deal.id)
    .execute()
  await db
    .updateTable('purchases')
    .set({ bought_on: addDays(today, -1) })
    .execute()
  const moved = read(await writeCalendar(me.id))
  expect(moved.map(({ day }) => day)).toEqual([9, 19, 29].map((days) => addDays(today, days)))
  expect(moved.map(({ uid }) => uid)).toEqual(read(before).map(({ uid }) => uid))
})

test('the links of a calendar and a feed open until new ones are made or the account is suspended', async () => {
  const me = await makeProfile()
  const first = await makePrivateAddresses(me.id)
  expect(await findOwnerOf(fileOf(first.calendar), 'ics')).toEqual({ id: me.id })
  expect(await findOwnerOf(fileOf(first.feed), 'rss')).toEqual({ id: me.id })
  expect(await findOwnerOf(fileOf(first.feed), 'ics')).toBeUndefined()
  const { feed } = await makePrivateAddresses(me.id)
  expect(await findOwnerOf(fileOf(first.calendar), 'ics')).toBeUndefined()
  expect(await findOwnerOf(fileOf(feed), 'rss')).toEqual({ id: me.id })
  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', me.id).execute()
  expect(await findOwnerOf(fileOf(feed), 'rss')).toBeUndefined()
})

test.each([
  ['calendar', calendar, 'text/calendar', 'BEGIN:VCALENDAR'],
  ['feed', feed, 'application/rss+xml', '<rss'],
] as const)(
  'the link of the %s opens it without signing in, and no cache stores it',
  async (kind, open, type, text) => {
    const url = (await makePrivateAddresses((await makeProfile()).id))[kind]
    const response = await open({ request: new Request(url), params: { file: fileOf(url) }, context: {} })
    expect(response.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await response.text()).toContain(text)
  },
)

test('the database holds only a hash of the token in private links', async () => {
  const me = await makeProfile()
  const { feed } = await makePrivateAddresses(me.id)
  const token = fileOf(feed)!.replace('.rss', '')
  const { rows } = await sql<{ row: string }>`select private_addresses::text as row from private_addresses`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.row).not.toContain(token)
})

test.each([
  ['a password reset', async (me: Account) => void (await resetPassword(await issueToken(me.id, 'RESET'), PASSWORD))],
  ['a changed password', async (me: Account) => void (await changePassword(me, CHANGE))],
  ['signing out everywhere', async (me: Account) => signOutEverywhere(me.id)],
])('%s closes the private links of the account and no others', async (_what, close) => {
  const [me, other] = [await makeAccount('correct horse'), await makeProfile()]
  const [mine, theirs] = [await makePrivateAddresses(me.id), await makePrivateAddresses(other.id)]
  await close(me)
  expect(await findOwnerOf(fileOf(mine.calendar), 'ics')).toBeUndefined()
  expect(await findOwnerOf(fileOf(mine.feed), 'rss')).toBeUndefined()
  expect(await findOwnerOf(fileOf(theirs.feed), 'rss')).toEqual({ id: other.id })
})

test.each([undefined, '', '.ics', 'guess.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}.ics.ics`])(
  'the address %s has no owner',
  async (file) => expect(await findOwnerOf(file, 'ics')).toBeUndefined(),
)

test('the private feed has the notifications of its member and marks none as read', async () => {
  const me = await makeProfile()
  const { id } = await makeNotification({ user_id: me.id })
  await makeNotification()
  const feed = await readPrivateFeed(me.id, 'https://deals.example.com/feed/secret.rss')
  expect(feed.entries).toMatchObject([{ id: `urn:uuid:${id}`, title: 'Your review of Quillstack is published' }])
  expect(await db.selectFrom('notifications').select('read_at').where('id', '=', id).execute()).toEqual([
    { read_at: null },
  ])
})
