import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { reportAvailability, withdrawReport } from '~/features/contributions/availability/availability-reports.server'
import { checkDeal } from '~/features/staff/freshness/check-deal.server'
import { findFreshness } from '~/features/staff/freshness/deal-notice.server'
import { undo } from '~/features/staff/queue/undo.server'
import { utcToday } from '~/http/utc-day'
import { makeAvailabilityReport, makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { decideOn, decisionsOn, findItem, karmaOf, makeStaff, outcomeOf, waitingItem } from '../waiting-items'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** An account that is old enough to count. */
const makeMember = (days = 30) => makeProfile({ created_at: daysAgo(days) })

const statusOf = async (id: string) =>
  (await db.selectFrom('deals').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const freshnessOf = async ({ slug }: { slug: string }, member?: { id: string }) =>
  findFreshness((await findPublishedDeal(slug))!, member?.id)

const alertsOn = (dealId: string) =>
  db.selectFrom('deal_alerts').select(['id', 'kind', 'status']).where('deal_id', '=', dealId).execute()

/** An open deal that two members report as ended. */
async function makeReported() {
  const [deal, ada, ben] = [await makeDeal(), await makeMember(), await makeMember()]
  for (const { id } of [ada, ben]) await reportAvailability(id, deal.id, true)
  return { deal, ada, ben }
}

test('two members who say that a deal has ended put it into the queue, and one who says it twice does not', async () => {
  const [deal, ada, ben] = [await makeDeal(), await makeMember(), await makeMember()]
  expect(await reportAvailability(ada.id, deal.id, true)).toBe('submitted')
  expect(await reportAvailability(ada.id, deal.id, true)).toBe('unchanged')
  expect((await freshnessOf(deal)).reports).toEqual({ ended: 1, available: 0 })
  expect(await alertsOn(deal.id)).toEqual([])
  expect(await reportAvailability(ben.id, deal.id, true)).toBe('submitted')
  const [alert] = await alertsOn(deal.id)
  expect(alert).toMatchObject({ kind: 'ENDED_REPORTS', status: 'PENDING' })
  expect(await waitingItem(alert!.id)).toMatchObject({ kind: 'ended_report', rank: 2, deal_id: deal.id })
  await reportAvailability((await makeMember(2)).id, deal.id, true)
  // The notice counts the reports that count, as the sidebar does.
  expect(await freshnessOf(deal)).toMatchObject({
    notice: { kind: 'reported', reports: 2 },
    reports: { ended: 2, available: 0 },
  })
})

test.each([
  [6.9, false],
  [7.1, true],
])('a report of an account of %d days counts: %s', async (days, counts) => {
  const [deal, young] = [await makeDeal(), await makeMember(days)]
  await reportAvailability((await makeMember()).id, deal.id, true)
  await reportAvailability(young.id, deal.id, true)
  expect(await alertsOn(deal.id)).toHaveLength(counts ? 1 : 0)
  expect((await freshnessOf(deal)).reports).toEqual({ ended: counts ? 2 : 1, available: 0 })
  expect((await freshnessOf(deal, young)).own).toMatchObject({ hasEnded: true })
})

test.each([
  [13.9, true],
  [14.1, false],
])('a report of %d days ago still counts towards an alert: %s', async (days, counts) => {
  const deal = await makeDeal()
  await makeAvailabilityReport({ deal_id: deal.id, created_at: daysAgo(days) })
  await reportAvailability((await makeMember()).id, deal.id, true)
  expect(await alertsOn(deal.id)).toHaveLength(counts ? 1 : 0)
})

test('a member who changes their mind takes their report from the alert', async () => {
  const { deal, ben } = await makeReported()
  await reportAvailability(ben.id, deal.id, false)
  expect(await alertsOn(deal.id)).toEqual([])
  expect((await freshnessOf(deal)).reports).toEqual({ ended: 1, available: 1 })
  expect((await freshnessOf(deal, ben)).own).toMatchObject({ hasEnded: false })
})

test('taking a report back removes an alert that too few are left for, and its place in the queue', async () => {
  const { deal, ben } = await makeReported()
  const [alert] = await alertsOn(deal.id)
  await withdrawReport(ben.id, deal.id)
  await withdrawReport(ben.id, deal.id)
  expect(await alertsOn(deal.id)).toEqual([])
  expect(await waitingItem(alert!.id)).toBeUndefined()
  expect((await freshnessOf(deal, ben)).own).toBeUndefined()
})

test('two members who report at the same moment make one alert', async () => {
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const [deal, ada, ben] = [await makeDeal(), await makeMember(), await makeMember()]
    await Promise.all([ada, ben].map(({ id }) => reportAvailability(id, deal.id, true)))
    expect(await alertsOn(deal.id)).toHaveLength(1)
  }
})

test('a member can report again after staff have decided, and the decided report stays on record', async () => {
  const { deal, ada } = await makeReported()
  await checkDeal(await makeStaff(), deal.id, 'ended')
  expect(await reportAvailability(ada.id, deal.id, false)).toBe('submitted')
  const reports = db.selectFrom('availability_reports').select(['has_ended', 'status']).where('user_id', '=', ada.id)
  expect(await reports.orderBy('created_at').execute()).toEqual([
    { has_ended: true, status: 'APPROVED' },
    { has_ended: false, status: 'PENDING' },
  ])
})

test('one report that an ended deal is open again puts it into the queue, where staff set it to Active or leave it', async () => {
  for (const [to, status, karma] of [
    ['REJECTED', 'ACTIVE', 1],
    ['APPROVED', 'EXPIRED', 0],
  ] as const) {
    const [staff, deal, ada] = [await makeStaff(), await makeDeal({ status: 'EXPIRED' }), await makeMember()]
    await reportAvailability(ada.id, deal.id, false)
    const [alert] = await alertsOn(deal.id)
    expect(alert).toMatchObject({ kind: 'REOPENED_REPORTS', status: 'PENDING' })
    expect(await waitingItem(alert!.id)).toMatchObject({ kind: 'ended_report', rank: 2, deal_id: deal.id })
    expect(await findItem({ kind: 'ended_report', id: alert!.id })).toMatchObject({
      title: '1 member says it is available',
      body: "Visitors read that it has ended. Look at the vendor's page, then decide.",
    })
    expect(await decideOn('ended_report', staff, alert!.id, { to })).toMatchObject({ is: 'done' })
    expect(await statusOf(deal.id)).toBe(status)
    expect(await karmaOf(ada.id)).toBe(karma)
    const [decision] = await decisionsOn(alert!.id)
    await outcomeOf(undo(staff, { decision: decision!.id }))
    expect(await statusOf(deal.id)).toBe('EXPIRED')
    expect(await karmaOf(ada.id)).toBe(0)
  }
})

test('one report that a deal which is not confirmed is available asks staff, whose answer confirms it until it is undone', async () => {
  const given = { start_date: '2017-11-21', found_on: null }
  const [staff, deal, ada] = [await makeStaff(), await makeDeal(given), await makeMember()]
  await reportAvailability(ada.id, deal.id, false)
  const [alert] = await alertsOn(deal.id)
  expect(await findItem({ kind: 'ended_report', id: alert!.id })).toMatchObject({
    title: '1 member says it is available',
    body: "Visitors read that it is not confirmed. Look at the vendor's page, then decide.",
  })
  const confirmedOn = async () =>
    (await db.selectFrom('deals').select('confirmed_on').where('id', '=', deal.id).executeTakeFirstOrThrow())
      .confirmed_on
  expect(await decideOn('ended_report', staff, alert!.id, { to: 'REJECTED' })).toMatchObject({ is: 'done' })
  expect(await confirmedOn()).toBe(utcToday())
  expect(await karmaOf(ada.id)).toBe(1)
  const [decision] = await decisionsOn(alert!.id)
  await outcomeOf(undo(staff, { decision: decision!.id }))
  expect(await confirmedOn()).toBeNull()
})

test('a deal whose end date has passed is not set to Active by a report, because the date says otherwise', async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal({ start_date: '2025-01-01', end_date: '2025-06-30' })]
  await makeAvailabilityReport({ deal_id: deal.id, has_ended: false, created_at: new Date('2025-06-29') })
  await reportAvailability((await makeMember()).id, deal.id, true)
  expect(await alertsOn(deal.id)).toEqual([])
  await reportAvailability((await makeMember()).id, deal.id, false)
  const [alert] = await alertsOn(deal.id)
  expect(await decideOn('ended_report', staff, alert!.id, { to: 'REJECTED' })).toMatchObject({
    is: 'conflict',
    text: expect.stringContaining('end date of the deal has passed'),
  })
})

test('a deal that is Expired gets no alert for reports of its end, and "Still correct" confirms it against one that it is open again', async () => {
  const [staff, deal, ada] = [await makeStaff(), await makeDeal({ status: 'EXPIRED' }), await makeMember()]
  for (const { id } of [await makeMember(), await makeMember()]) await reportAvailability(id, deal.id, true)
  expect(await alertsOn(deal.id)).toEqual([])
  await reportAvailability(ada.id, deal.id, false)
  expect(await checkDeal(staff, deal.id, 'correct')).toMatchObject({ right: 2 })
  expect(await statusOf(deal.id)).toBe('EXPIRED')
  expect(await karmaOf(ada.id)).toBe(0)
})

test('drafts and deleted deals take no reports', async () => {
  const [draft, ada] = [await makeDeal({ published: false }), await makeMember()]
  expect(await reportAvailability(ada.id, draft.id, true)).toBe('missing')
  expect(await reportAvailability(ada.id, crypto.randomUUID(), true)).toBe('missing')
})

test('a member and a decision of the staff at the same moment do not deadlock', async () => {
  const staff = await makeStaff()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const [{ deal }, cleo] = [await makeReported(), await makeMember()]
    await Promise.all([checkDeal(staff, deal.id, 'ended'), reportAvailability(cleo.id, deal.id, true)])
    expect((await alertsOn(deal.id)).filter(({ status }) => status === 'APPROVED')).toHaveLength(1)
  }
})
