import { type Insertable, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { JobPayload } from '~/db/job-queue.server'
import type { Decision, Notifications } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { notifySearchers } from '~/features/audience/following/match-searches-task.server'
import { queueDecisionMail, sendDecisionMail } from '~/features/audience/notifications/decision-mail.server'
import {
  planAlerts,
  planDigests,
  planReminders,
  planWeeklyDigests,
} from '~/features/audience/notifications/notification-mails.server'
import { notifyFollowers } from '~/features/audience/notifications/notify-followers.server'
import { sendMails } from '~/features/audience/notifications/send-mails.server'
import { withdrawChange } from '~/features/catalog/record/change-events.server'
import { deliverOrRetry, REFUSALS_ALLOWED, resumeMails } from '~/features/people/mails/mail-retries.server'
import { queueMail } from '~/features/people/mails/mails.server'
import { addDays, utcToday } from '~/http/utc-day'
import { passwordChanged } from '~/mail/account-mails.server'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { formatDate } from '~/ui/local-date'
import {
  makeChangeLog,
  makeDeal,
  makeNotification,
  makeProfile,
  makePurchase,
  makeReview,
  makeReviewEdit,
} from '../factories'
import { listJobs, sendQueuedMails } from '../jobs'
import { SAMPLES } from '../mail/samples'
import { refusal, type Sink, startSink, textOf } from '../mail/smtp-sink'
import { makeDecision } from '../staff-factories'
import { decideOn, decisionsOn, makeStaff } from '../waiting-items'

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

/** Sends a mail that can be unsubscribed from; returns when it was put off to. */
async function deliver(userId: string, mail = SAMPLES.digest!) {
  const later: { attempts: object; runAt: Date }[] = []
  await deliverOrRetry(
    mail,
    {},
    {
      name: 'digest',
      about: { entity: 'profile', id: userId },
      retry: async (attempts, runAt) => void later.push({ attempts, runAt }),
    },
  )
  return later
}

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
  expect(sink!.received).toHaveLength(25)
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
  expect(await planWeeklyDigests()).toBe(0)
  expect(await planDigests()).toBe(0)
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
  expect(sink!.received).toEqual([])
})

test('a digest is tried again later, with the same Message-ID, and given up after five failures', async () => {
  const ada = await makeProfile()
  await notifyOfPrice(ada)
  await planWeeklyDigests()
  await sink!.stop()
  for (let n = 1; n <= 4; n++) {
    expect(await sendMails()).toBe(0)
    expect(await listMails()).toMatchObject([{ status: 'WAITING', failures: n }])
    await letTimePass()
  }
  await sendMails()
  expect(await listMails()).toMatchObject([{ status: 'FAILED' }])
})

test('five refusals of the recipient in a row stop the digests, until the member turns them on', async () => {
  await useMailServer(refuseRecipient)
  const ada = await makeProfile()
  for (let n = 1; n <= REFUSALS_ALLOWED + 1; n++) {
    await db.updateTable('mails').set({ cause: sql`id::text` }).execute()
    await notifyOfPrice(ada)
    await planWeeklyDigests()
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
  expect(await planReminders()).toBe(2)
  expect(await planReminders()).toBe(0)
  expect(await listMails()).toMatchObject([{ kind: 'REMINDER', user_id: ada.id }])
  expect(await planWeeklyDigests()).toBe(0)
  expect(await sendMails()).toBe(1)
  const [mail] = texts()
  expect(mail).toMatch(/^Subject: 2 deadlines are near \| Lifetime Ledger$/m)
  expect(mail).toContain(`YOUR REFUND DEADLINES

`)
  expect(mail).toMatch(/^ {8}Refund deadline \d+ \w+ \d{4}, 30 days from buying\.$/m)
  expect(mail).toMatch(/^ {8}The deal's rule$/m)
  expect(mail).toContain('http://localhost:3000/account/purchases')
})

test('a later deadline waits for the weekly digest', async () => {
  const ada = await makeProfile()
  await notifyOfDeadline(ada, addDays(utcToday(), 9))
  expect(await planReminders()).toBe(0)
  expect(await planWeeklyDigests()).toBe(1)
})

test('mail at once bundles deadlines with the rest, and never means never', async () => {
  const [atOnce, never] = [await makeProfile({ mail_rhythm: 'AT_ONCE' }), await makeProfile({ mail_rhythm: 'NEVER' })]
  await notifyOfDeadline(atOnce, utcToday())
  await notifyOfDeadline(never, utcToday())
  expect(await planReminders()).toBe(0)
  expect(await planDigests()).toBe(1)
  expect(await listMails()).toMatchObject([{ kind: 'DIGEST', user_id: atOnce.id }])
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
  await notifyFollowers({ settledSeconds: -1 })
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
    expect(await planAlerts()).toBe(1)
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
    expect(await planAlerts()).toBe(0)
  },
)

test('no owner is mailed of a change that is undone within five minutes, nor one who chose never', async () => {
  const { change } = await makeOwnedChange()
  await makeOwnedChange('NEVER', 'moorline-crm-2')
  expect(await planAlerts()).toBe(0)
  await reopen(change)
  await notifyFollowers({ settledSeconds: -1 })
  await letMinutesPass(6)
  expect(await planAlerts()).toBe(0)
})

test('a planned mail about a change that was undone since, or a purchase that was refunded, is dropped', async () => {
  const { change } = await makeOwnedChange()
  const { purchase } = await makeOwnedChange('WEEKLY', 'moorline-crm-2')
  await letMinutesPass(6)
  expect(await planAlerts()).toBe(2)
  await reopen(change)
  await db.updateTable('purchases').set({ refunded_on: '2026-11-01' }).where('id', '=', purchase.id).execute()
  expect(await sendMails()).toBe(0)
  expect(sink!.received).toEqual([])
})

test('a weekly digest names a change that had a mail of its own, and is not sent for it alone', async () => {
  const { owner, deal } = await makeOwnedChange()
  await letMinutesPass(6)
  await planAlerts()
  await sendMails()
  expect(await planWeeklyDigests()).toBe(0)
  await notifyOfPrice(owner, { deal_id: deal.id })
  expect(await planWeeklyDigests()).toBe(1)
  await sendMails()
  expect(texts()[1]).toContain('Subject: Your week: 2 things changed')
  expect(texts()[1]).toContain('Verified 22 Nov 2026. We emailed you about it.')
})

async function makeSearch(user: { id: string }, name: string, query: string) {
  const values = { user_id: user.id, name, query, created_at: minutesAgo(48 * 60) }
  return db.insertInto('saved_searches').values(values).returning('id').executeTakeFirstOrThrow()
}

/** Notifies of what is new, as if an hour ago. */
async function match() {
  await notifySearchers({ settledSeconds: -1 })
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

test('a weekly mail sums up the week, names ten deals and counts the others', async () => {
  await makeSearch(await makeProfile({ mail_rhythm: 'WEEKLY' }), 'Any CRM', 'q=crm')
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
  const ada = await makeProfile({ mail_rhythm: 'AT_ONCE' })
  await makeSearch(ada, 'Any CRM', 'q=crm')
  await makeSearch(ada, 'Cheap', 'maxPrice=10')
  await makeDeal({ title: 'Moorline CRM', deal_price: '9.00' })
  await match()
  await notifyOfPrice(ada)
  await planDigests()
  const mails = await send()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('3 things changed in what you follow | Lifetime Ledger')
  expect(mails[0]!.text).toContain('SAVED SEARCHES')
  expect(mails[0]!.text).toContain('1 new for "Any CRM"')
  expect(mails[0]!.text).toContain('1 new for "Cheap"')
})

test('no mail is sent about deals that are no longer published, or a search that was removed', async () => {
  const { id } = await makeSearch(await makeProfile({ mail_rhythm: 'AT_ONCE' }), 'Any CRM', 'q=crm')
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

const listDecisionMails = () => listJobs<JobPayload<'send_decision_mail'>>('send_decision_mail')

/** A mail without the line breaks of its encoding. */
const oneLineOf = (mail: string) => mail.replace(/=\r?\n/g, '').replace(/\r?\n /g, ' ')

/** A decided review of "Rankfield" with its decision and author. */
async function decideReview(
  decision: Decision,
  note: string | null = null,
  state: Parameters<typeof makeProfile>[0] = {},
) {
  const author = await makeProfile(state)
  const deal = await makeDeal({ title: 'Rankfield' })
  const rejection_reason = decision === 'REJECTED' ? ('SPAM' as const) : null
  const review = await makeReview({
    deal_id: deal.id,
    user_id: author.id,
    title: 'Refund took weeks.example',
    status: decision,
    moderation_reason: note,
    rejection_reason,
  })
  const { id } = await makeDecision({
    subject_id: review.id,
    deal_id: deal.id,
    decision,
    reason: rejection_reason,
    waiting_since: review.created_at,
  })
  return { author, review, decisionId: id }
}

test('the mail about a decision waits a minute, so that a slip can be undone', async () => {
  const { decisionId } = await decideReview('APPROVED')
  const before = Date.now()
  await db.transaction().execute((trx) => queueDecisionMail(trx, decisionId))
  const [job] = await listDecisionMails()
  expect(job?.payload).toEqual({ decisionId })
  expect(job!.run_at.getTime() - before).toBeGreaterThanOrEqual(59_000)
  expect(job!.run_at.getTime() - before).toBeLessThan(75_000)
})

test.each([
  ['APPROVED', null, ['Subject: Your review of Rankfield is published', 'was approved and is published']],
  [
    'REJECTED',
    'It promotes a code.',
    ["Subject: Your review of Rankfield wasn't published", 'Spam. It promotes a code.'],
  ],
  [
    'CHANGES_REQUESTED',
    'Take out the number.',
    ['Subject: Your review of Rankfield needs a change', 'Take out the number.'],
  ],
] as const)('the author of a review that is %s reads what was decided and why', async (decision, note, expected) => {
  const { author, decisionId } = await decideReview(decision, note)
  await sendDecisionMail({ decisionId })
  expect(sink!.received).toHaveLength(1)
  const mail = oneLineOf(sink!.received[0]!)
  expect(mail).toContain(`To: ${author.email}`)
  expect(mail).toContain('/account/contributions')
  for (const text of expected) expect(mail).toContain(text)
  expect(mail).not.toContain('weeks.example')
})

test('the author of a rejected edit reads that the earlier text stays', async () => {
  const { id } = await makeReviewEdit()
  await decideOn('review_edit', await makeStaff(), id, { to: 'REJECTED', reason: 'SPAM' })
  const [decision] = await decisionsOn(id)
  await sendDecisionMail({ decisionId: decision!.id })
  const mail = oneLineOf(sink!.received[0]!)
  expect(mail).toMatch(/Your edited review of .* wasn't published/)
  expect(mail).toContain('Readers see the earlier text.')
})

const changeRow = (table: 'decisions' | 'profiles' | 'reviews', id: string, values: object) =>
  db.updateTable(table).set(values).where('id', '=', id).execute()

test.each<[string, (decided: Awaited<ReturnType<typeof decideReview>>) => Promise<unknown>]>([
  ['was undone', ({ decisionId }) => changeRow('decisions', decisionId, { undone_at: new Date() })],
  [
    'was answered by editing the review',
    ({ review }) => changeRow('reviews', review.id, { status: 'PENDING', moderation_reason: null }),
  ],
  ['is about a deleted review', ({ review }) => db.deleteFrom('reviews').where('id', '=', review.id).execute()],
  ['concerns a deleted account', ({ author }) => db.deleteFrom('profiles').where('id', '=', author.id).execute()],
  ['concerns an unconfirmed account', ({ author }) => changeRow('profiles', author.id, { confirmed_at: null })],
])('no email is sent about a decision that %s', async (_how, change) => {
  const decided = await decideReview('CHANGES_REQUESTED', 'Take out the number.')
  await change(decided)
  await sendDecisionMail({ decisionId: decided.decisionId })
  expect(sink!.received).toEqual([])
  expect(await listDecisionMails()).toEqual([])
})

test('the mail about a decision is tried again after the mail server was busy', async () => {
  await useMailServer({ onRcptTo: (_to, _session, done) => done(refusal(451, 'later')) })
  const { decisionId } = await decideReview('APPROVED')
  await sendDecisionMail({ decisionId })
  const [job] = await listDecisionMails()
  expect(job).toMatchObject({ payload: { decisionId, failures: 1 } })
  expect(job!.run_at.getTime()).toBeGreaterThan(Date.now() + 5_000)
})

test('a mail that arrives forgets the refusals before it', async () => {
  const { id } = await makeProfile()
  await useMailServer(refuseRecipient)
  for (let n = 1; n < REFUSALS_ALLOWED; n++) await deliver(id)
  await useMailServer()
  await deliver(id)
  expect(await stateOf(id)).toEqual({ mail_refusals: 0, mail_off_since: null })
})

test('a refusal of the content or the sender, or for now, does not count against the recipient', async () => {
  const { id } = await makeProfile()
  await useMailServer({ onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) })
  await deliver(id)
  await useMailServer({ onRcptTo: (_to, _session, done) => done(refusal(451, 'later')) })
  expect(await deliver(id)).toHaveLength(1)
  expect((await stateOf(id)).mail_refusals).toBe(0)
})

test.each([{ mail_rhythm: 'NEVER' as const }, { mail_off_since: new Date() }])(
  'a member with %j gets mails about the account only',
  async (state) => {
    const { author, decisionId } = await decideReview('APPROVED', null, state)
    const { received } = sink!
    await sendDecisionMail({ decisionId })
    expect(received).toEqual([])
    await queueMail('reset', author.email)
    await sendQueuedMails()
    expect(received).toHaveLength(1)
  },
)

test('above the limit a minute a mail waits without a failure, and mails about accounts go at once', async () => {
  const { id } = await makeProfile()
  const { received } = sink!
  for (let n = 0; n < 60; n++) expect(await deliver(id)).toEqual([])
  expect(received).toHaveLength(60)
  const [put] = await deliver(id)
  expect(put!.attempts).toEqual({})
  expect(put!.runAt.getTime()).toBeGreaterThan(Date.now())
  expect(put!.runAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
  expect(received).toHaveLength(60)
  await deliver(id, passwordChanged('ada@example.com'))
  expect(received).toHaveLength(61)
})
