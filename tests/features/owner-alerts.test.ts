import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { planAlerts, planWeeklyDigests } from '~/features/audience/notifications/notification-mails.server'
import { notifyFollowers } from '~/features/audience/notifications/notify-followers.server'
import { sendMails } from '~/features/audience/notifications/send-mails.server'
import { withdrawChange } from '~/features/catalog/record/change-events.server'
import { makeChangeLog, makeDeal, makeNotification, makeProfile, makePurchase } from '../factories'
import { type Sink, startSink, textOf } from '../mail/smtp-sink'

let sink: Sink
beforeEach(async () => {
  sink = await startSink()
  env.SMTP_URL = sink.url
})
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink.stop()
})

const texts = () => sink.received.map(textOf)

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
    .set({ created_at: sql`now() - ${minutes} * interval '1 minute'` })
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

test('a moderator has five minutes to undo a change before owners are mailed', async () => {
  const { change } = await makeOwnedChange()
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
  expect(sink.received).toEqual([])
})

test('an owner who chose never is not mailed', async () => {
  await makeOwnedChange('NEVER')
  await letMinutesPass(6)
  expect(await planAlerts()).toBe(0)
})

test('a weekly digest names a change that had a mail of its own, and is not sent for it alone', async () => {
  const { owner, deal } = await makeOwnedChange()
  await letMinutesPass(6)
  await planAlerts()
  await sendMails()
  expect(await planWeeklyDigests()).toBe(0)
  const data = { deal: 'Moorline CRM', price: '69.00', was: '79.00', currency: 'USD', target: null }
  const sent = { kind: 'price', cause: 'event:x', deal_id: deal.id, data: JSON.stringify(data) }
  await makeNotification({ user_id: owner.id, ...sent })
  expect(await planWeeklyDigests()).toBe(1)
  await sendMails()
  expect(texts()[1]).toContain('Subject: Your week: 2 things changed')
  expect(texts()[1]).toContain('Verified 22 Nov 2026. We emailed you about it.')
})
