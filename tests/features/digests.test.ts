import { type Insertable, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Notifications } from '~/db/schema'
import { env } from '~/env.server'
import { planDigests, planWeeklyDigests } from '~/features/audience/notifications/notification-mails.server'
import { sendMails } from '~/features/audience/notifications/send-mails.server'
import { makeDeal, makeNotification, makeProfile } from '../factories'
import { refusal, type Sink, startSink, textOf } from '../mail/smtp-sink'

let sink: Sink
beforeEach(async () => {
  sink = await startSink()
  env.SMTP_URL = sink.url
})
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink.stop()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Notifies a member of another price. */
async function notifyOfPrice(
  user: { id: string },
  given: Partial<Insertable<Notifications>> = {},
  was: string | null = '49.00',
) {
  const data = { deal: 'Gridmarten', price: '45.00', was, currency: 'USD', target: null }
  return makeNotification({
    user_id: user.id,
    kind: 'price',
    cause: `event:${crypto.randomUUID()}`,
    data: JSON.stringify(data),
    created_at: minutesAgo(60),
    ...given,
  })
}

const listMails = () => db.selectFrom('mails').selectAll().orderBy('created_at').execute()
const texts = () => sink.received.map(textOf)

/** Makes every mail due, as if its waiting time were over. */
const letTimePass = () =>
  db
    .updateTable('mails')
    .set({ send_after: minutesAgo(1) })
    .execute()

test('a weekly digest lists all news, with a count in the subject and no name', async () => {
  const ada = await makeProfile({ email: 'ada@example.com' })
  const deal = await makeDeal({ slug: 'gridmarten', checked_at: new Date('2026-11-22T10:00:00Z') })
  await notifyOfPrice(ada, { deal_id: deal.id })
  await notifyOfPrice(ada, {
    kind: 'ended',
    deal_id: deal.id,
    data: JSON.stringify({ deal: 'Gridmarten', price: '45.00', currency: 'USD' }),
  })
  expect(await planWeeklyDigests()).toBe(2)
  expect(await sendMails()).toBe(1)
  const [mail] = texts()
  expect(mail).toMatch(/^To: ada@example\.com$/m)
  expect(mail).toMatch(/^Subject: Your week: 2 things changed \| Lifetime Ledger$/m)
  expect(mail).toContain('$45.00, was $49.00.')
  expect(mail).toContain('Verified 22 Nov 2026')
  expect(mail).toContain('http://localhost:3000/deals/gridmarten')
  expect(mail!.indexOf('PRICES')).toBeLessThan(mail!.indexOf('ENDING AND ENDED'))
  const [row] = await listMails()
  expect(mail).toContain(`Message-ID: <${row!.id}@localhost>`)
  expect(row).toMatchObject({ kind: 'DIGEST', status: 'SENT' })
})

test('a notification goes into one digest only, even if digests are planned repeatedly and concurrently', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => makeProfile()))
  for (const person of people) await notifyOfPrice(person)
  const planned = await Promise.all([planWeeklyDigests(4), planWeeklyDigests(7), planWeeklyDigests()])
  expect(planned.reduce((sum, one) => sum + one)).toBe(25)
  expect(await planWeeklyDigests()).toBe(0)
  await Promise.all([sendMails(), sendMails()])
  expect(sink.received).toHaveLength(25)
  expect(await sendMails()).toBe(0)
})

test('digests reach 20 items and say how many more there are', async () => {
  const ada = await makeProfile()
  for (let n = 0; n < 27; n++) await notifyOfPrice(ada)
  await planWeeklyDigests()
  await sendMails()
  const [mail] = texts()
  expect(mail).toContain('Subject: Your week: 27 things changed')
  expect(mail!.split('$45.00, was $49.00.')).toHaveLength(21)
  expect(mail).toContain('And 7 more.')
  expect(Buffer.byteLength(mail!)).toBeLessThan(100_000)
})

test('mail at once is bundled, at most one a day', async () => {
  const ada = await makeProfile({ mail_rhythm: 'AT_ONCE' })
  await notifyOfPrice(ada, { created_at: minutesAgo(2) })
  expect(await planDigests()).toBe(0)
  await notifyOfPrice(ada, { created_at: minutesAgo(11) })
  expect(await planDigests()).toBe(2)
  await sendMails()
  expect(texts()[0]).toContain('Subject: 2 things changed in what you follow | Lifetime Ledger')
  // Later the same day.
  await notifyOfPrice(ada)
  expect(await planDigests()).toBe(0)
  // The next day.
  await db.updateTable('mails').set({ cause: 'digest:yesterday' }).execute()
  expect(await planDigests()).toBe(1)
  await sendMails()
  expect(sink.received).toHaveLength(2)
})

test('members who chose never, whose mails are off, or who are suspended get none', async () => {
  for (const state of [
    { mail_rhythm: 'NEVER' as const },
    { mail_off_since: new Date() },
    { status: 'SUSPENDED' as const },
    { confirmed_at: null },
  ]) {
    await notifyOfPrice(await makeProfile(state))
  }
  expect(await planWeeklyDigests()).toBe(0)
  expect(await planDigests()).toBe(0)
})

test('decisions and questions, which have mails of their own, are left out', async () => {
  const ada = await makeProfile()
  await makeNotification({ user_id: ada.id })
  expect(await planWeeklyDigests()).toBe(0)
})

test('a mail is dropped when the member chose never, or when all of it was withdrawn', async () => {
  const [ada, grace] = [await makeProfile(), await makeProfile()]
  await notifyOfPrice(ada)
  await notifyOfPrice(grace)
  await planWeeklyDigests()
  await db.updateTable('profiles').set({ mail_rhythm: 'NEVER' }).where('id', '=', ada.id).execute()
  await db.deleteFrom('notifications').where('user_id', '=', grace.id).execute()
  expect(await sendMails()).toBe(0)
  expect((await listMails()).map(({ status }) => status)).toEqual(['DROPPED', 'DROPPED'])
  expect(sink.received).toEqual([])
})

test('a digest is tried again later, with the same Message-ID, and given up after five failures', async () => {
  const ada = await makeProfile()
  await notifyOfPrice(ada)
  await planWeeklyDigests()
  await sink.stop()
  for (let n = 1; n <= 4; n++) {
    expect(await sendMails()).toBe(0)
    expect(await listMails()).toMatchObject([{ status: 'WAITING', failures: n }])
    await letTimePass()
  }
  await sendMails()
  expect(await listMails()).toMatchObject([{ status: 'FAILED' }])
})

test('five permanent refusals stop the digests of a member', async () => {
  await sink.stop()
  sink = await startSink({ onRcptTo: (_to, _session, done) => done(refusal(550, 'no such user')) })
  env.SMTP_URL = sink.url
  const ada = await makeProfile()
  for (let n = 1; n <= 6; n++) {
    await db.updateTable('mails').set({ cause: sql`id::text` }).execute()
    await notifyOfPrice(ada)
    await planWeeklyDigests()
    await sendMails()
  }
  expect((await listMails()).map(({ status }) => status)).toEqual(Array(5).fill('FAILED'))
})

test('a mail that was under way when its process died is sent again with the same Message-ID', async () => {
  const ada = await makeProfile()
  await notifyOfPrice(ada)
  await planWeeklyDigests()
  await sendMails()
  // As a crash leaves it: delivered, but not noted.
  await db.updateTable('mails').set({ status: 'WAITING', finished_at: null }).execute()
  expect(await sendMails()).toBe(0)
  await letTimePass()
  expect(await sendMails()).toBe(1)
  const ids = texts().map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1])
  expect(ids[0]).toBe(ids[1])
})

test('above the limit a minute the digests wait, none is lost and none counts as failed', async () => {
  const people = await Promise.all(Array.from({ length: 70 }, () => makeProfile()))
  for (const person of people) await notifyOfPrice(person)
  await planWeeklyDigests()
  expect(await sendMails()).toBe(60)
  const waiting = (await listMails()).filter(({ status }) => status === 'WAITING')
  expect(waiting).toHaveLength(10)
  expect(waiting.every(({ failures }) => failures === 0)).toBe(true)
  await db.deleteFrom('rate_limits').execute()
  await letTimePass()
  expect(await sendMails()).toBe(10)
})
