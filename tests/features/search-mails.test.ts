import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { notifySearchers } from '~/features/audience/following/match-searches-task.server'
import { planDigests, planWeeklyDigests } from '~/features/audience/notifications/notification-mails.server'
import { sendMails } from '~/features/audience/notifications/send-mails.server'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { formatDate } from '~/ui/local-date'
import { makeDeal, makeNotification, makeProfile } from '../factories'
import { type Sink, startSink, textOf } from '../mail/smtp-sink'

let sink: Sink
let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  sink = await startSink()
  env.SMTP_URL = sink.url
  ada = await makeProfile({ mail_rhythm: 'AT_ONCE' })
})
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink.stop()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function makeSearch(name: string, query: string) {
  const values = { user_id: ada.id, name, query, created_at: hoursAgo(48) }
  return db.insertInto('saved_searches').values(values).returning('id').executeTakeFirstOrThrow()
}

/** Notifies of what is new, as if an hour ago. */
async function match() {
  await notifySearchers({ settledSeconds: -1 })
  await db
    .updateTable('notifications')
    .set({ created_at: hoursAgo(1) })
    .where('mail_id', 'is', null)
    .execute()
}

async function send() {
  await sendMails()
  return sink.received.map((mail) => ({ subject: subjectOf(mail), text: textOf(mail) }))
}

/** The subject of a mail; one with quotes is encoded (RFC 2047). */
function subjectOf(mail: string) {
  const [, subject] = /^Subject: (.*(?:\r\n .*)*)/m.exec(mail)!
  if (!subject!.startsWith('=?')) return subject
  const words = subject!.replace(/\?=\r\n =\?UTF-8\?Q\?/g, '').replace(/^=\?UTF-8\?Q\?|\?=$/g, '')
  return words
    .replaceAll('_', ' ')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

test('news of one search is a mail with its deals, its link, and one that stops it', async () => {
  const { id } = await makeSearch('CRM up to $100', 'q=crm&maxPrice=100')
  await makeDeal({
    title: 'Moorline CRM',
    slug: 'moorline-crm',
    vendor_name: 'Moorline Labs',
    deal_price: '79.00',
    end_date: '2099-11-26',
  })
  await match()
  await planDigests()
  const [mail] = await send()
  expect(mail!.subject).toBe('New for "CRM up to $100": 1 deal | Lifetime Ledger')
  expect(mail!.text).toContain(`1 deal matches since ${formatDate(hoursAgo(1))}.`)
  expect(mail!.text).toContain('$79.00. Ends 26 Nov 2099.')
  expect(mail!.text).toContain('By Moorline Labs')
  expect(mail!.text).toContain('http://localhost:3000/deals/moorline-crm')
  expect(mail!.text).toContain('See all matches:\nhttp://localhost:3000/deals?q=crm&maxPrice=100')
  const stop = `http://localhost:3000/unsubscribe/${unsubscribeToken(ada.id)}`
  expect(mail!.text).toContain(`Stop for this search:\n${stop}?search=${id}`)
  expect(mail!.text).toContain(`Unsubscribe from all emails, without signing in:\n${stop}\n`)
  expect(mail!.text).toMatch(new RegExp(`^List-Unsubscribe:\\s+<${stop}>$`, 'm'))
})

test('a weekly mail sums up the week, names ten deals and counts the others', async () => {
  await db.updateTable('profiles').set({ mail_rhythm: 'WEEKLY' }).execute()
  await makeSearch('Any CRM', 'q=crm')
  for (const [from, to] of [
    [0, 8],
    [8, 13],
  ] as const) {
    for (let at = from; at < to; at++) await makeDeal({ title: `CRM ${at}`, deal_price: null, discount_percent: 40 })
    await match()
  }
  await planDigests()
  expect(await send()).toEqual([])
  await planWeeklyDigests()
  const [mail] = await send()
  expect(mail!.subject).toBe('New for "Any CRM": 13 deals | Lifetime Ledger')
  expect(mail!.text).toContain('And 3 more.')
  expect(mail!.text.match(/^ +40% off\.$/gm)).toHaveLength(10)
})

test('news of several searches, or of other things too, is one mail', async () => {
  await makeSearch('Any CRM', 'q=crm')
  await makeSearch('Cheap', 'maxPrice=10')
  await makeDeal({ title: 'Moorline CRM', deal_price: '9.00' })
  await match()
  const data = { deal: 'Gridmarten', price: '45.00', was: '49.00', currency: 'USD', target: null }
  await makeNotification({
    user_id: ada.id,
    kind: 'price',
    cause: 'event:1',
    data: JSON.stringify(data),
    created_at: hoursAgo(1),
  })
  await planDigests()
  const mails = await send()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('3 things changed in what you follow | Lifetime Ledger')
  expect(mails[0]!.text).toContain('SAVED SEARCHES')
  expect(mails[0]!.text).toContain('1 new for "Any CRM"')
  expect(mails[0]!.text).toContain('1 new for "Cheap"')
})

test('no mail is sent about deals that are no longer published, or a search that was removed', async () => {
  const { id } = await makeSearch('Any CRM', 'q=crm')
  const deal = await makeDeal({ title: 'Moorline CRM' })
  await match()
  await planDigests()
  await db.updateTable('deals').set({ published: false }).where('id', '=', deal.id).execute()
  expect(await send()).toEqual([])
  await db.updateTable('deals').set({ published: true }).where('id', '=', deal.id).execute()
  await db.updateTable('mails').set({ status: 'WAITING', send_after: sql`now()` }).execute()
  await db.deleteFrom('saved_searches').where('id', '=', id).execute()
  expect(await send()).toEqual([])
})
