import { type Insertable, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Notifications } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { matchChangedDeals } from '~/features/audience/following/match-searches.server'
import { planMails } from '~/features/audience/notifications/plan-mails.server'
import { withdrawChange } from '~/features/catalog/record/changed-deals.server'
import { addMail } from '~/features/people/mails/mails.server'
import { REFUSALS_ALLOWED, resumeMails } from '~/features/people/mails/refusals.server'
import { addDays, utcToday } from '~/http/utc-day'
import { sendMails } from '~/jobs/mails.server'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { formatDate } from '~/ui/local-date'
import {
  makeChangeLog,
  makeDeal,
  makeNewDeal,
  makeNotification,
  makeProfile,
  makePurchase,
  makeReview,
} from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { refusal, type Sink, startSink, textOf } from '../mail/smtp-sink'
import { tellNow } from '../told'
import { decideOn, decisionsOn, makeStaff, undoLast } from '../waiting-items'

let sink: Sink | undefined
beforeEach(() => useMailServer())
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink?.stop()
})

async function useMailServer(behaviour: Parameters<typeof startSink>[0] = {}) {
  await sink?.stop()
  sink = await startSink(behaviour)
  env.SMTP_URL = sink.url
}

const texts = () => sink!.received.map(textOf)
const refuseRecipient = {
  onRcptTo: (_to: unknown, _session: unknown, done: (e: Error) => void) => done(refusal(550, 'gone')),
}

const stateOf = async (id: string) =>
  db.selectFrom('profiles').select(['mail_refusals', 'mail_off_since']).where('id', '=', id).executeTakeFirstOrThrow()

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
    cause: `price:${crypto.randomUUID()}`,
    data: JSON.stringify(data),
    created_at: minutesAgo(60),
    ...given,
  })
}

const listMails = () => db.selectFrom('mails').selectAll().orderBy('created_at').execute()

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
  expect(await planMails({ isWeekly: true })).toBe(2)
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
  expect(row).toMatchObject({ kind: 'digest', status: 'SENT' })
})

test('a notification goes into one digest only, even if digests are planned repeatedly and concurrently', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => makeProfile()))
  for (const person of people) await notifyOfPrice(person)
  const planned = await Promise.all([
    planMails({ isWeekly: true, batch: 4 }),
    planMails({ isWeekly: true, batch: 7 }),
    planMails({ isWeekly: true }),
  ])
  expect(planned.reduce((sum, one) => sum + one)).toBe(25)
  expect(await planMails({ isWeekly: true })).toBe(0)
  await Promise.all([sendMails(), sendMails()])
  expect(sink!.received).toHaveLength(25)
  expect(await sendMails()).toBe(0)
})

test('digests reach 20 items and say how many more there are', async () => {
  const ada = await makeProfile()
  for (let n = 0; n < 27; n++) await notifyOfPrice(ada)
  await planMails({ isWeekly: true })
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
  expect(await planMails()).toBe(0)
  await notifyOfPrice(ada, { created_at: minutesAgo(11) })
  expect(await planMails()).toBe(2)
  await sendMails()
  expect(texts()[0]).toContain('Subject: 2 things changed in what you follow | Lifetime Ledger')
  // Later the same day.
  await notifyOfPrice(ada)
  expect(await planMails()).toBe(0)
  // The next day.
  await db.updateTable('mails').set({ cause: 'digest:yesterday' }).execute()
  expect(await planMails()).toBe(1)
  await sendMails()
  expect(sink!.received).toHaveLength(2)
})

test('no digest is planned for members who chose never, whose mails are off or who are suspended, nor of decisions, which have mails of their own', async () => {
  for (const state of [
    { mail_rhythm: 'NEVER' as const },
    { mail_off_since: new Date() },
    { status: 'SUSPENDED' as const },
    { confirmed_at: null },
  ]) {
    for (const mail_rhythm of ['WEEKLY', 'AT_ONCE'] as const)
      await notifyOfPrice(await makeProfile({ mail_rhythm, ...state }))
  }
  await makeNotification()
  expect(await planMails({ isWeekly: true })).toBe(0)
  expect(await planMails()).toBe(0)
})

test('a mail is dropped when the member chose never, or when all of it was withdrawn', async () => {
  const [ada, grace] = [await makeProfile(), await makeProfile()]
  await notifyOfPrice(ada)
  await notifyOfPrice(grace)
  await planMails({ isWeekly: true })
  await db.updateTable('profiles').set({ mail_rhythm: 'NEVER' }).where('id', '=', ada.id).execute()
  await db.deleteFrom('notifications').where('user_id', '=', grace.id).execute()
  expect(await sendMails()).toBe(0)
  expect((await listMails()).map(({ status }) => status)).toEqual(['DROPPED', 'DROPPED'])
  expect(sink!.received).toEqual([])
})

test('five refusals of the recipient in a row stop the digests, until the member turns them on', async () => {
  await useMailServer(refuseRecipient)
  const ada = await makeProfile()
  for (let n = 1; n <= REFUSALS_ALLOWED + 1; n++) {
    await db.updateTable('mails').set({ cause: sql`id::text` }).execute()
    await notifyOfPrice(ada)
    await planMails({ isWeekly: true })
    await sendMails()
    if (n === REFUSALS_ALLOWED - 1) expect(await stateOf(ada.id)).toEqual({ mail_refusals: 4, mail_off_since: null })
  }
  expect((await listMails()).map(({ status }) => status)).toEqual(Array(5).fill('FAILED'))
  expect((await stateOf(ada.id)).mail_off_since).toBeInstanceOf(Date)
  await resumeMails(ada.id)
  expect(await stateOf(ada.id)).toEqual({ mail_refusals: 0, mail_off_since: null })
})

test('a mail that was under way when its process died is sent again with the same Message-ID', async () => {
  const ada = await makeProfile()
  await notifyOfPrice(ada)
  await planMails({ isWeekly: true })
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
  await planMails({ isWeekly: true })
  expect(await sendMails()).toBe(60)
  const waiting = (await listMails()).filter(({ status }) => status === 'WAITING')
  expect(waiting).toHaveLength(10)
  expect(waiting.every(({ failures }) => failures === 0)).toBe(true)
  // Mails about accounts go past it.
  await addMail(db, { to: { user: people[0]!.id }, kind: 'password-changed' })
  expect(await sendMails({ only: 'account' })).toBe(1)
  await db.deleteFrom('rate_limits').execute()
  await letTimePass()
  expect(await sendMails()).toBe(10)
})

/** Notifies a member of a refund deadline, an hour ago. */
const notifyOfDeadline = (user: { id: string }, until: string) =>
  makeNotification({
    user_id: user.id,
    kind: 'refund_deadline',
    cause: `refund:${crypto.randomUUID()}`,
    data: JSON.stringify({ deal: 'Calbrook', until, days: 3, rule: 'deal', period: 30, from: null }),
    created_at: minutesAgo(60),
  })

test('a deadline before the next Monday is mailed at once, also to those who want mail weekly', async () => {
  const ada = await makeProfile()
  await notifyOfDeadline(ada, addDays(utcToday(), 1))
  await notifyOfDeadline(ada, utcToday())
  expect(await planMails()).toBe(2)
  expect(await planMails()).toBe(0)
  expect(await listMails()).toMatchObject([{ kind: 'reminder', user_id: ada.id }])
  expect(await planMails({ isWeekly: true })).toBe(0)
  expect(await sendMails()).toBe(1)
  const [mail] = texts()
  expect(mail).toMatch(/^Subject: 2 deadlines are near \| Lifetime Ledger$/m)
  expect(mail).toMatch(/^YOUR REFUND DEADLINES\r?$/m)
  expect(mail).toMatch(/^[ \d]\d \w{3} {2}Calbrook: refund deadline \d+ \w+ \d{4}\r?$/m)
  expect(mail).toMatch(/^ {8}1 day left\. The deal's rule: 30 days from your purchase\.\r?$/m)
  expect(mail!.indexOf('Today is the last day.')).toBeLessThan(mail!.indexOf('1 day left.'))
  expect(mail).toContain('http://localhost:3000/account/purchases')
})

test('a later deadline waits for the weekly digest', async () => {
  const ada = await makeProfile()
  await notifyOfDeadline(ada, addDays(utcToday(), 9))
  expect(await planMails()).toBe(0)
  expect(await planMails({ isWeekly: true })).toBe(1)
})

test('mail at once bundles deadlines with the rest, and never means never', async () => {
  const [atOnce, never] = [await makeProfile({ mail_rhythm: 'AT_ONCE' }), await makeProfile({ mail_rhythm: 'NEVER' })]
  await notifyOfDeadline(atOnce, utcToday())
  await notifyOfDeadline(never, utcToday())
  expect(await planMails()).toBe(1)
  expect(await listMails()).toMatchObject([{ kind: 'digest', user_id: atOnce.id }])
})

/** A verified change of a deal that a member owns. */
async function makeOwnedChange(rhythm: 'AT_ONCE' | 'WEEKLY' | 'NEVER' = 'WEEKLY', slug = 'moorline-crm') {
  const owner = await makeProfile({ mail_rhythm: rhythm })
  const deal = await makeDeal({ title: 'Moorline CRM', slug, refund_days: 60 })
  const purchase = await makePurchase({
    user_id: owner.id,
    deal_id: deal.id,
    bought_on: '2026-02-04',
    paid: '79.00',
    currency: 'USD',
  })
  const change = await makeChangeLog({
    deal_id: deal.id,
    status: 'APPROVED',
    affects_owners: 'YES',
    kind: 'TERMS',
    title: 'The client portal leaves the lifetime plan',
    description: 'From 1 March it is an add-on.',
    old_value: 'Client portal included',
    new_value: 'Add-on for $9 a month',
    effective_on: '2099-03-01',
    moderated_at: new Date('2026-11-22T09:00:00Z'),
  })
  await tellNow()
  return { owner, deal, purchase, change }
}

const reopen = ({ id }: { id: string }) =>
  inTransaction(async (trx) => {
    await trx.updateTable('change_logs').set({ status: 'PENDING' }).where('id', '=', id).execute()
    await withdrawChange(trx, id)
  })

const letMinutesPass = (minutes: number) =>
  db
    .updateTable('notifications')
    .set({ created_at: minutesAgo(minutes) })
    .execute()

test.each(['AT_ONCE', 'WEEKLY'] as const)(
  'an owner whose rhythm is %s reads of a change by a mail of its own',
  async (rhythm) => {
    const { owner } = await makeOwnedChange(rhythm)
    await letMinutesPass(6)
    expect(await planMails()).toBe(1)
    expect(await sendMails()).toBe(1)
    const [mail] = texts()
    expect(mail).toContain(`To: ${owner.email}`)
    expect(mail).toMatch(/^Subject: A change that affects you \| Lifetime Ledger$/m)
    expect(mail).toContain('Moorline CRM: The client portal leaves the lifetime plan')
    expect(mail).toMatch(/^Was: +Client portal included$/m)
    expect(mail).toMatch(/^From 1 Mar 2099: +Add-on for \$9 a month$/m)
    expect(mail).toMatch(/^You bought it: +4 Feb 2026, \$79\.00$/m)
    expect(mail).toMatch(/^Refund deadline: +5 Apr 2026$/m)
    expect(mail).toMatch(/^Verified: +22 Nov 2026$/m)
    expect(mail).toContain('/deals/moorline-crm/changes#change-')
    expect(await planMails()).toBe(0)
  },
)

test('no owner is mailed of a change that is undone within five minutes, nor one who chose never', async () => {
  const { change } = await makeOwnedChange()
  await makeOwnedChange('NEVER', 'moorline-crm-2')
  expect(await planMails()).toBe(0)
  await reopen(change)
  await tellNow()
  await letMinutesPass(6)
  expect(await planMails()).toBe(0)
})

test('a planned mail about a change that was undone since, or a purchase that was refunded, is dropped', async () => {
  const { change } = await makeOwnedChange()
  const { purchase } = await makeOwnedChange('WEEKLY', 'moorline-crm-2')
  await letMinutesPass(6)
  expect(await planMails()).toBe(2)
  await reopen(change)
  await db.updateTable('purchases').set({ refunded_on: '2026-11-01' }).where('id', '=', purchase.id).execute()
  expect(await sendMails()).toBe(0)
  expect(sink!.received).toEqual([])
})

test('a weekly digest names a change that had a mail of its own, and is not sent for it alone', async () => {
  const { owner, deal } = await makeOwnedChange()
  await letMinutesPass(6)
  await planMails()
  await sendMails()
  expect(await planMails({ isWeekly: true })).toBe(0)
  await notifyOfPrice(owner, { deal_id: deal.id })
  expect(await planMails({ isWeekly: true })).toBe(1)
  await sendMails()
  expect(texts()[1]).toContain('Subject: Your week: 2 things changed')
  expect(texts()[1]).toContain('Verified on 22 Nov 2026.')
  expect(texts()[1]).toContain('We emailed you about it.')
})

async function makeSearch(user: { id: string }, name: string, query: string) {
  const values = { user_id: user.id, name, query, created_at: minutesAgo(48 * 60) }
  return db.insertInto('saved_searches').values(values).returning('id').executeTakeFirstOrThrow()
}

/** Notifies of what is new, as if an hour ago. */
async function match() {
  await tellNow()
  await matchChangedDeals()
  await db
    .updateTable('notifications')
    .set({ created_at: minutesAgo(60) })
    .where('mail_id', 'is', null)
    .execute()
}

async function send() {
  await sendMails()
  return sink!.received.map((mail) => ({ subject: subjectOf(mail), text: textOf(mail) }))
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
  const ada = await makeProfile({ mail_rhythm: 'AT_ONCE' })
  const { id } = await makeSearch(ada, 'CRM up to $100', 'q=crm&maxPrice=100')
  await makeNewDeal({
    title: 'Moorline CRM',
    slug: 'moorline-crm',
    vendor_name: 'Moorline Labs',
    deal_price: '79.00',
    end_date: '2099-11-26',
  })
  await match()
  await planMails()
  const [mail] = await send()
  expect(mail!.subject).toBe('New for "CRM up to $100": 1 deal | Lifetime Ledger')
  expect(mail!.text).toContain(`1 deal matches since ${formatDate(minutesAgo(60))}.`)
  expect(mail!.text).toContain('$79.00. Ends 26 Nov 2099.')
  expect(mail!.text).toContain('By Moorline Labs')
  expect(mail!.text).toContain('http://localhost:3000/deals/moorline-crm')
  expect(mail!.text).toContain('See all matches:\nhttp://localhost:3000/deals?q=crm&maxPrice=100')
  const stop = `http://localhost:3000/unsubscribe/${unsubscribeToken(ada.id)}`
  expect(mail!.text).toContain(`Stop for this search:\n${stop}?search=${id}`)
  expect(mail!.text).toContain(`Unsubscribe from all emails, without signing in:\n${stop}\n`)
  expect(mail!.text).toMatch(new RegExp(`^List-Unsubscribe:\\s+<${stop}>$`, 'm'))
})

test('a mail about deals that were there before says that they changed', async () => {
  await makeSearch(await makeProfile({ mail_rhythm: 'AT_ONCE' }), 'Any CRM', 'q=crm')
  await makeNewDeal({
    title: 'Moorline CRM',
    created_at: minutesAgo(3 * 24 * 60),
    announced_at: minutesAgo(3 * 24 * 60),
  })
  await match()
  await planMails()
  const [mail] = await send()
  expect(mail!.subject).toBe('Changed for "Any CRM": 1 deal | Lifetime Ledger')
})

test('a weekly mail sums up the week, names ten deals and counts the others', async () => {
  await makeSearch(await makeProfile({ mail_rhythm: 'WEEKLY' }), 'Any CRM', 'q=crm')
  for (const [from, to] of [
    [0, 8],
    [8, 13],
  ] as const) {
    for (let at = from; at < to; at++) await makeNewDeal({ title: `CRM ${at}`, deal_price: null, discount_percent: 40 })
    await match()
  }
  await planMails()
  expect(await send()).toEqual([])
  await planMails({ isWeekly: true })
  const [mail] = await send()
  expect(mail!.subject).toBe('New for "Any CRM": 13 deals | Lifetime Ledger')
  expect(mail!.text).toContain('And 3 more.')
  expect(mail!.text.match(/^ +40% off\.$/gm)).toHaveLength(10)
})

test('news of several searches, or of other things too, is one mail', async () => {
  const ada = await makeProfile({ mail_rhythm: 'AT_ONCE' })
  await makeSearch(ada, 'Any CRM', 'q=crm')
  await makeSearch(ada, 'Cheap', 'maxPrice=10')
  await makeNewDeal({ title: 'Moorline CRM', deal_price: '9.00' })
  await match()
  await notifyOfPrice(ada)
  await planMails()
  const mails = await send()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('3 things changed in what you follow | Lifetime Ledger')
  expect(mails[0]!.text).toContain('SAVED SEARCHES')
  expect(mails[0]!.text).toContain('1 new for "Any CRM"')
  expect(mails[0]!.text).toContain('1 new for "Cheap"')
})

test('no mail is sent about deals that are no longer published, or a search that was removed', async () => {
  const { id } = await makeSearch(await makeProfile({ mail_rhythm: 'AT_ONCE' }), 'Any CRM', 'q=crm')
  const deal = await makeNewDeal({ title: 'Moorline CRM' })
  await match()
  await planMails()
  await db.updateTable('deals').set({ published: false }).where('id', '=', deal.id).execute()
  expect(await send()).toEqual([])
  await db.updateTable('deals').set({ published: true }).where('id', '=', deal.id).execute()
  await db.updateTable('mails').set({ status: 'WAITING', send_after: sql`now()` }).execute()
  await db.deleteFrom('saved_searches').where('id', '=', id).execute()
  expect(await send()).toEqual([])
})

/** A mail without the line breaks of its encoding. */
const oneLineOf = (mail: string) => mail.replace(/=\r?\n/g, '').replace(/\r?\n /g, ' ')

/** A review of a deal that staff decided on some minutes ago. */
async function decideReview(
  author: { id: string },
  given: Parameters<typeof decideOn>[3],
  title = 'Rankfield',
  minutes = 11,
) {
  const deal = await makeDeal({ title })
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, title: 'Refund took weeks.example' })
  await decideOn('review', await makeStaff(), review.id, given)
  const [decision] = await decisionsOn(review.id)
  await db
    .updateTable('notifications')
    .set({ created_at: minutesAgo(minutes) })
    .where('cause', '=', `decision:${decision!.id}`)
    .execute()
  return { deal, review, decisionId: decision!.id }
}

test.each([
  [{ to: 'APPROVED' }, ['Subject: Your review of Rankfield is published', 'It is on the deal page now.', '#review-']],
  [
    { to: 'REJECTED', reason: 'SPAM', note: 'It promotes a code.' },
    ["Subject: Your review of Rankfield wasn't published", 'Spam.', 'It promotes a code.', '#review-form'],
  ],
  [
    { to: 'CHANGES_REQUESTED', note: 'Take out the number.' },
    ['Subject: Your review of Rankfield needs a change', 'Take out the number.', 'Edit and resubmit'],
  ],
] as const)(
  'the author of a review with the decision %j reads what was decided and why, once',
  async (given, expected) => {
    const author = await makeProfile()
    await decideReview(author, given)
    await sendMails()
    const mail = oneLineOf(sink!.received[0]!)
    expect(mail).toContain(`To: ${author.email}`)
    for (const text of expected) expect(mail).toContain(text)
    expect(mail).not.toContain('weeks.example')
    await sendMails()
    expect(sink!.received).toHaveLength(1)
  },
)

test('decisions within ten minutes are one mail, which counts them and links each', async () => {
  const author = await makeProfile({ name: 'Tomasz' })
  await decideReview(author, { to: 'APPROVED' }, 'Quillstack', 9)
  await decideReview(author, { to: 'REJECTED', reason: 'SPAM' }, 'Papertray', 5)
  expect(await planMails()).toBe(0)
  const { deal, review } = await decideReview(author, { to: 'APPROVED' }, 'Rankfield', 11)
  expect(await planMails()).toBe(3)
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('2 of your contributions are published, 1 is not | Lifetime Ledger')
  expect(mail!.text).toContain('We looked at what you sent, Tomasz.')
  expect(mail!.text).toContain(
    `PUBLISHED\nYour review of Rankfield\nIt is on the deal page now.\nhttp://localhost:3000/deals/${deal.slug}#review-${review.id}`,
  )
  expect(mail!.text).toContain('NOT PUBLISHED\nYour review of Papertray\nSpam.')
  expect(mail!.text).toContain('Decisions within ten minutes come in one email.')
})

const changeRow = (table: 'decisions' | 'profiles' | 'review_versions', id: string, values: object) =>
  db.updateTable(table).set(values).where('id', '=', id).execute()

test.each<[string, (decided: { review: { id: string }; author: { id: string } }) => Promise<unknown>]>([
  ['was undone', async ({ review }) => undoLast(await makeStaff(), review.id)],
  [
    'was answered by editing the review',
    ({ review }) => changeRow('review_versions', review.id, { status: 'PENDING', moderation_reason: null }),
  ],
  ['is about a deleted review', ({ review }) => db.deleteFrom('reviews').where('id', '=', review.id).execute()],
  ['concerns a deleted account', ({ author }) => db.deleteFrom('profiles').where('id', '=', author.id).execute()],
  ['concerns an unconfirmed account', ({ author }) => changeRow('profiles', author.id, { confirmed_at: null })],
  ['is for a member who chose never', ({ author }) => changeRow('profiles', author.id, { mail_rhythm: 'NEVER' })],
  ['is for a mailbox that refuses', ({ author }) => changeRow('profiles', author.id, { mail_off_since: new Date() })],
])('no email is sent about a decision that %s, before or after it was planned', async (_how, change) => {
  for (const isPlanned of [false, true]) {
    const author = await makeProfile()
    const decided = await decideReview(
      author,
      { to: 'CHANGES_REQUESTED', note: 'Take out the number.' },
      `Deal ${isPlanned}`,
    )
    if (isPlanned) expect(await planMails()).toBe(1)
    await change({ ...decided, author })
    await sendMails()
  }
  expect(sink!.received).toEqual([])
  expect(await listQueuedMails()).toEqual([])
})

/** Sends a mail about the account of a member. */
async function mail({ id }: { id: string }) {
  await addMail(db, { to: { user: id }, kind: 'password-changed' })
  await sendMails({ only: 'account' })
}

test('a mail that arrives forgets the refusals before it', async () => {
  const ada = await makeProfile()
  await useMailServer(refuseRecipient)
  for (let n = 1; n < REFUSALS_ALLOWED; n++) await mail(ada)
  expect((await stateOf(ada.id)).mail_refusals).toBe(REFUSALS_ALLOWED - 1)
  await useMailServer()
  await mail(ada)
  expect(await stateOf(ada.id)).toEqual({ mail_refusals: 0, mail_off_since: null })
})

test('a refusal of the content or the sender, or for now, does not count against the recipient', async () => {
  const ada = await makeProfile()
  await useMailServer({ onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) })
  await mail(ada)
  await useMailServer({ onRcptTo: (_to, _session, done) => done(refusal(451, 'later')) })
  await mail(ada)
  expect(await listQueuedMails()).toMatchObject([{ kind: 'password-changed', failures: 1 }])
  expect((await stateOf(ada.id)).mail_refusals).toBe(0)
})

test.each([{ mail_rhythm: 'NEVER' as const }, { mail_off_since: new Date() }])(
  'a member with %j gets mails about the account',
  async (state) => {
    await mail(await makeProfile(state))
    expect(sink!.received).toHaveLength(1)
  },
)

test('a mail is stored once for each cause, and its address is deleted when it was sent or its recipient is unknown', async () => {
  const ada = await makeProfile({ email: 'ada@example.com' })
  for (const address of ['ada@example.com', 'nobody@example.com']) {
    for (let n = 0; n < 2; n++) await addMail(db, { to: { address }, kind: 'reset', cause: 'once', data: {} })
  }
  expect(await listQueuedMails()).toHaveLength(2)
  await sendQueuedMails()
  expect(texts().map((text) => /^To: (.*)$/m.exec(text)?.[1])).toEqual(['ada@example.com'])
  const stored = await db
    .selectFrom('mails')
    .select(['status', 'user_id', 'address', 'data'])
    .orderBy('status')
    .execute()
  expect(stored).toEqual([
    { status: 'SENT', user_id: ada.id, address: null, data: {} },
    { status: 'DROPPED', user_id: null, address: null, data: {} },
  ])
})
