import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { writeDigest } from '~/features/audience/notifications/digest.server'
import { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notification'
import { notifyFollowers } from '~/features/audience/notifications/notify-followers.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { applyPageOffer, undoPageOffer } from '~/features/contributions/availability/page-offer-decisions.server'
import { saveDeal } from '~/features/staff/editing/save-deal.server'
import { undoDecision } from '~/features/staff/moderation/undo.server'
import { changeDeal, makeBookmark, makeChangeLog, makeDeal, makeFollow, makeProfile, makePurchase } from '../factories'
import { UNSTATED_TERMS } from '../unstated-terms'
import { decideOn, makeStaff } from '../waiting-items'

type Person = { id: string }

let staff: Awaited<ReturnType<typeof makeStaff>>
let deal: Awaited<ReturnType<typeof makeDeal>>
let follower: Person
let reporter: Person
beforeEach(async () => {
  staff = await makeStaff()
  deal = await makeDeal({ title: 'Rankfield', slug: 'rankfield', deal_price: '59.00' })
  ;[follower, reporter] = [await makeProfile(), await makeProfile()]
  for (const { id } of [follower, reporter]) await makeBookmark({ deal_id: deal.id, user_id: id })
})

const notifyNow = () => notifyFollowers({ settledSeconds: -1 })

async function readBy(user: Person) {
  const listed = await listNotifications(user.id, { isUnreadOnly: false, page: 1 })
  return listed.map(({ notification, deal }) => describeNotification(notification, deal))
}
const titlesOf = async (user: Person) => (await readBy(user)).map(({ title }) => title)

const COSTS = 'Rankfield costs $49.00 now, was $59.00'

/** A report of a lower price, approved with that price. */
async function approveReport(given: Partial<Parameters<typeof makeChangeLog>[0]> = {}) {
  const report = { deal_id: deal.id, kind: 'PRICE', title: 'The price is lower', new_value: '$49' } as const
  const { id } = await makeChangeLog({ ...report, reported_by_user_id: reporter.id, ...given })
  const price = { amount: '49.00', currency: 'USD', dealVersion: deal.version }
  const done = await decideOn('change_log', staff, id, { to: 'APPROVED', price })
  if (done.is !== 'done') throw new Error(done.is)
  return { id, undo: () => undoDecision(staff, { kind: 'change_log', id }, done.decisionId!) }
}

test('an approved price report is one notification for a bookmarker and one for its reporter', async () => {
  const { id } = await approveReport()
  await Promise.all([notifyNow(), notifyNow()])
  expect(await readBy(follower)).toMatchObject([
    {
      label: 'Price',
      title: COSTS,
      text: expect.stringMatching(/^Verified on .*\. You bookmarked it\.$/),
      path: `/deals/rankfield/changes#change-${id}`,
    },
  ])
  expect(await readBy(reporter)).toMatchObject([
    {
      title: 'Your change report on Rankfield is published',
      text: 'The deal costs $49.00 now, was $59.00. The change is in its Change Log.',
    },
  ])
})

test('a save of the editor with an entry in the Change Log is one notification', async () => {
  const stored = (await findDealToEdit(deal.id))!
  const form = { ...stored, ...UNSTATED_TERMS, deal_price: '49.00' }
  await saveDeal(staff, deal.id, { form, version: stored.version, record: { title: null } })
  await notifyNow()
  expect(await titlesOf(follower)).toEqual([COSTS])
})

test('admins who approve their own report read it as a follower, because no decision notifies them', async () => {
  staff = await makeStaff('ADMIN')
  await makeBookmark({ deal_id: deal.id, user_id: staff.id })
  await approveReport({ reported_by_user_id: staff.id })
  await notifyNow()
  expect(await titlesOf(staff)).toEqual([COSTS])
})

test('members who ticked only prices, only changes, an alert or the vendor, and owners get one as well', async () => {
  const none = { tells_price: false, tells_changes: false, tells_ended: false }
  const make = async (bookmark: Partial<Parameters<typeof makeBookmark>[0]>) => {
    const { id } = await makeProfile()
    await makeBookmark({ deal_id: deal.id, user_id: id, ...none, ...bookmark })
    return { id }
  }
  const prices = await make({ tells_price: true })
  const changes = await make({ tells_changes: true })
  const alert = await make({ target_price: '50.00' })
  const lower = await make({ target_price: '45.00' })
  const fan = await makeProfile()
  await makeFollow({ user_id: fan.id, vendor_id: deal.vendor_id })
  const owner = await make({ tells_price: true, tells_changes: true })
  await makePurchase({ deal_id: deal.id, user_id: owner.id, bought_on: '2026-02-04' })
  await approveReport({ affects_owners: 'YES' })
  await notifyNow()
  for (const one of [prices, changes, alert, fan]) expect(await titlesOf(one)).toEqual([COSTS])
  expect((await readBy(alert))[0]!.text).toMatch(/At or below your price alert of \$50\.00\.$/)
  expect(await readBy(owner)).toMatchObject([
    {
      label: 'Affects you',
      title: 'Rankfield: The price is lower',
      text: expect.stringMatching(/^You bought it on 4 Feb 2026\. It costs \$49\.00 now, was \$59\.00\. Verified on /),
    },
  ])
  expect(await titlesOf(lower)).toEqual([])
})

test('a digest has it once, under prices', async () => {
  await approveReport()
  await notifyNow()
  const [entry] = await listNotifications(follower.id, { isUnreadOnly: false, page: 1 })
  const mail = writeDigest(
    {
      id: crypto.randomUUID(),
      user_id: follower.id,
      kind: 'DIGEST',
      created_at: new Date(),
      email: 'ada@example.com',
      mail_rhythm: 'WEEKLY',
    },
    [{ ...entry!, checked_at: null }],
  )
  expect(mail.text).toMatch(/PRICES\s+\d+ \w+ +Rankfield\s+\$49\.00, was \$59\.00\.\s+Verified/)
  expect(mail.text).not.toContain('VERIFIED CHANGES')
})

test('an approval that is undone before the job notifies no one', async () => {
  const { undo } = await approveReport()
  await undo()
  expect(await db.selectFrom('deal_events').select('kind').execute()).toEqual([])
  expect(await notifyNow()).toBe(0)
  expect(await readBy(reporter)).toEqual([])
})

test('an approval that is undone later takes its notifications back, and the former price is no news', async () => {
  const { undo } = await approveReport()
  await notifyNow()
  await undo()
  await notifyNow()
  expect([await readBy(follower), await readBy(reporter)]).toEqual([[], []])
})

test('a price that staff changed again stays news when the approval is undone', async () => {
  const { undo } = await approveReport()
  await changeDeal(deal, { deal_price: '45.00' })
  await undo()
  await notifyNow()
  expect(await titlesOf(follower)).toEqual(['Rankfield costs $45.00 now, was $59.00'])
})

test('a price that changes again before the job is news of its own, with the price that followers knew', async () => {
  await approveReport()
  await changeDeal(deal, { deal_price: '45.00' })
  await notifyNow()
  expect((await titlesOf(follower)).sort()).toEqual([
    'Rankfield costs $45.00 now, was $59.00',
    'Rankfield: The price is lower',
  ])
})

test("a price from the vendor's page is one notification, which undoing takes back", async () => {
  const found = { price: '49.00', currency: 'USD', availability: null, source: 'JSON-LD' } as const
  const recorded = { price: '59.00', currency: 'USD' }
  const visits = { foundSince: '2026-11-20', foundAgain: '2026-11-21' }
  const details = { url: 'https://vendor.example/lifetime', found, recorded, ...visits }
  const applied = await inTransaction((trx) => applyPageOffer(trx, staff, { dealId: deal.id, details }))
  await notifyNow()
  expect(await titlesOf(follower)).toEqual([COSTS])
  await inTransaction((trx) => undoPageOffer(trx, staff, deal.id, applied))
  await notifyNow()
  expect(await titlesOf(follower)).toEqual([])
})
