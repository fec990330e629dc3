import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import type { User } from '~/features/people/accounts/guards.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import type { DealChange } from '~/features/staff/bulk/bulk'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import { checkDeal } from '~/features/staff/freshness/check-deal.server'
import { findNext } from '~/features/staff/queue/items.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeAvailabilityReport, makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeDealAlert, makeLinkCheck } from '../staff-factories'
import {
  auditOf,
  decideOn,
  decisionsOn,
  findItem,
  karmaOf,
  makeStaff,
  outcomeOf,
  reopen,
  undoLast,
  waitingItem,
} from '../waiting-items'

const dealOf = (id: string) =>
  db
    .selectFrom('deals')
    .select(['status', 'version', 'checked_at', 'checked_by', 'deal_price'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const reportsOn = async (dealId: string) => {
  const rows = await db
    .selectFrom('availability_reports')
    .select(['has_ended', 'status', 'alert_id'])
    .where('deal_id', '=', dealId)
    .orderBy('has_ended')
    .execute()
  return rows.map(({ has_ended, status }) => `${has_ended ? 'ended' : 'available'}: ${status}`)
}

/** Two members say that a deal has ended, one that it has not. */
async function makeDisputedDeal() {
  const deal = await makeDeal()
  const people = await Promise.all([makeProfile(), makeProfile(), makeProfile()])
  const alert = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  for (const [index, { id }] of people.entries()) {
    await makeAvailabilityReport({ deal_id: deal.id, user_id: id, has_ended: index < 2 })
  }
  return { deal, alert, people }
}

const karmaOfAll = (people: { id: string }[]) => Promise.all(people.map(({ id }) => karmaOf(id)))

test('confirming an ended report sets the deal to expired, and gives karma to those who were right', async () => {
  const staff = await makeStaff()
  const { deal, alert, people } = await makeDisputedDeal()
  expect(await findItem({ kind: 'ended_report', id: alert.id })).toMatchObject({
    title: '2 members say it has ended, 1 says it is available',
    rank: 2,
  })
  await decideOn('ended_report', staff, alert.id)
  expect(await dealOf(deal.id)).toMatchObject({ status: 'EXPIRED', version: deal.version + 1, checked_by: staff.id })
  expect(await reportsOn(deal.id)).toEqual(['available: REJECTED', 'ended: APPROVED', 'ended: APPROVED'])
  expect(await karmaOfAll(people)).toEqual([1, 1, 0])
  expect(await auditOf(deal.id)).toMatchObject([{ action: 'deal.updated', detail: { status: 'ACTIVE → EXPIRED' } }])
})

test('dismissing an ended report counts as a check, and gives karma to those who said that it is available', async () => {
  const staff = await makeStaff()
  const { deal, alert, people } = await makeDisputedDeal()
  await decideOn('ended_report', staff, alert.id, { to: 'REJECTED' })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE', version: deal.version, checked_by: staff.id })
  expect(await reportsOn(deal.id)).toEqual(['available: APPROVED', 'ended: REJECTED', 'ended: REJECTED'])
  expect(await karmaOfAll(people)).toEqual([0, 0, 1])
})

test.each(['APPROVED', 'REJECTED'] as const)(
  'undoing a decision on an ended report (%s) restores status, check, reports and karma',
  async (to) => {
    const [staff, before] = [await makeStaff(), await makeStaff()]
    const { deal, alert, people } = await makeDisputedDeal()
    const checked = { checked_at: new Date('2026-03-01T10:00:00Z'), checked_by: before.id }
    await db.updateTable('deals').set(checked).where('id', '=', deal.id).execute()
    await decideOn('ended_report', staff, alert.id, { to })
    expect(await undoLast(staff, alert.id)).toEqual({ is: 'done' })
    expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE', ...checked })
    expect(await reportsOn(deal.id)).toEqual(['available: PENDING', 'ended: PENDING', 'ended: PENDING'])
    expect(await karmaOfAll(people)).toEqual([0, 0, 0])
    expect(await waitingItem(alert.id)).toMatchObject({ kind: 'ended_report', rank: 2, deal_id: deal.id })
  },
)

test('undoing a decision leaves only the newer report of a member who has reported again meanwhile', async () => {
  const staff = await makeStaff()
  const { deal, alert, people } = await makeDisputedDeal()
  await decideOn('ended_report', staff, alert.id)
  await makeAvailabilityReport({ deal_id: deal.id, user_id: people[0]!.id, has_ended: false })
  await undoLast(staff, alert.id)
  expect(await reportsOn(deal.id)).toEqual(['available: PENDING', 'available: PENDING', 'ended: PENDING'])
  expect(await karmaOfAll(people)).toEqual([0, 0, 0])
})

test('undoing leaves a status that was changed again since', async () => {
  const staff = await makeStaff()
  const { deal, alert } = await makeDisputedDeal()
  await decideOn('ended_report', staff, alert.id)
  await db.updateTable('deals').set({ status: 'UPCOMING' }).where('id', '=', deal.id).execute()
  await undoLast(staff, alert.id)
  expect(await dealOf(deal.id)).toMatchObject({ status: 'UPCOMING' })
})

test('reopening an ended report that somebody else decided restores the deal too', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { deal, alert } = await makeDisputedDeal()
  await decideOn('ended_report', mira, alert.id)
  await reopen(noah, 'ended_report', alert.id)
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE', checked_at: null })
  expect(await reportsOn(deal.id)).toEqual(['available: PENDING', 'ended: PENDING', 'ended: PENDING'])
})

test('a broken link is confirmed or dismissed like an ended report', async () => {
  const staff = await makeStaff()
  const [gone, fine] = [await makeDealAlert({ kind: 'BROKEN_LINK' }), await makeDealAlert({ kind: 'BROKEN_LINK' })]
  expect(await findItem({ kind: 'broken_link', id: gone.id })).toMatchObject({
    title: 'The link failed on 3 days: 404',
    rank: 7,
  })
  await decideOn('broken_link', staff, gone.id)
  await decideOn('broken_link', staff, fine.id, { to: 'REJECTED' })
  expect(await dealOf(gone.deal_id)).toMatchObject({ status: 'EXPIRED' })
  expect(await dealOf(fine.deal_id)).toMatchObject({ status: 'ACTIVE', checked_by: staff.id })
})

const closeVendor = async (staff: User, id: string) => {
  const { vendor_id } = await db.selectFrom('deals').select('vendor_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { version, ...vendor } = (await VENDOR.find(db, vendor_id))!
  const end = { status: 'SHUT_DOWN' as const, status_on: '2026-05-04', status_source_url: 'https://news.example/end' }
  return saveRecord(VENDOR, staff, vendor_id, { ...vendor, ...end, silent: true }, version)
}
const changeDeal = (staff: User, id: string, change: DealChange) =>
  changeDeals(staff, change, { search: DEFAULT_MANAGE_SEARCH, ids: [id] }, 1)
const UNAVAILABLE = {
  url: 'https://vendor.example/lifetime',
  found: { price: null, currency: null, availability: 'UNAVAILABLE', source: 'JSON-LD' },
  recorded: { price: null, currency: 'USD' },
  foundSince: '2026-11-14T09:00:00.000Z',
  foundAgain: '2026-11-16T09:00:00.000Z',
}
const WAYS_TO_EXPIRE: Record<string, (staff: User, id: string) => Promise<unknown>> = {
  'a bulk action': (staff, id) => changeDeal(staff, id, { verb: 'set-status', to_status: 'EXPIRED' }),
  'the end of its vendor': closeVendor,
  "the vendor's page": async (staff, id) => {
    const alert = await makeDealAlert({ kind: 'PAGE_DIFFERENCE', deal_id: id, details: UNAVAILABLE })
    await decideOn('page_difference', staff, alert.id)
  },
  'the freshness list': (staff, id) => checkDeal(staff, id, 'ended'),
  'the decision on its broken link': async (staff, id) => {
    const { id: alert } = await db
      .selectFrom('deal_alerts')
      .select('id')
      .where('deal_id', '=', id)
      .where('kind', '=', 'BROKEN_LINK')
      .executeTakeFirstOrThrow()
    await decideOn('broken_link', staff, alert)
  },
}

test.each(Object.keys(WAYS_TO_EXPIRE))(
  'a deal that is set to Expired by %s has its ended reports and broken link settled',
  async (way) => {
    const staff = await makeStaff()
    const { deal, people } = await makeDisputedDeal()
    await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: deal.id })
    await WAYS_TO_EXPIRE[way]!(staff, deal.id)
    expect(await dealOf(deal.id)).toMatchObject({ status: 'EXPIRED' })
    const alerts = await db.selectFrom('deal_alerts').select(['status']).where('deal_id', '=', deal.id).execute()
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['APPROVED']))
    expect(await karmaOfAll(people)).toEqual([1, 1, 0])
  },
)

test('a deal that is set to another status keeps its alerts', async () => {
  const staff = await makeStaff()
  const { deal, alert } = await makeDisputedDeal()
  await changeDeal(staff, deal.id, { verb: 'set-status', to_status: 'ENDING_SOON' })
  expect(await decisionsOn(alert.id)).toEqual([])
})

test('undoing the decision that set a deal to Expired undoes those on its other alerts', async () => {
  const staff = await makeStaff()
  const { deal, alert, people } = await makeDisputedDeal()
  const page = await makeDealAlert({ kind: 'PAGE_DIFFERENCE', deal_id: deal.id, details: UNAVAILABLE })
  await decideOn('page_difference', staff, page.id)
  expect(await undoLast(staff, page.id)).toEqual({ is: 'done' })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE', checked_at: null })
  expect(await waitingItem(alert.id)).toMatchObject({ kind: 'ended_report' })
  expect(await karmaOfAll(people)).toEqual([0, 0, 0])
})

test('an alert that another decision closed is reopened by itself, with its reports', async () => {
  const staff = await makeStaff()
  const { deal, alert, people } = await makeDisputedDeal()
  const link = await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: deal.id })
  await decideOn('broken_link', staff, link.id)
  expect(await reopen(await makeStaff(), 'ended_report', alert.id)).toEqual({ is: 'done' })
  expect(await reportsOn(deal.id)).toEqual(['available: PENDING', 'ended: PENDING', 'ended: PENDING'])
  expect(await karmaOfAll(people)).toEqual([0, 0, 0])
  expect(await findItem({ kind: 'broken_link', id: link.id })).toMatchObject({ status: 'APPROVED' })
  expect(await undoLast(staff, link.id)).toEqual({ is: 'done' })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE' })
})

test('a decision cannot be undone once a newer alert of the same kind waits', async () => {
  const staff = await makeStaff()
  const { deal, alert } = await makeDisputedDeal()
  await decideOn('ended_report', staff, alert.id, { to: 'REJECTED' })
  await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  const conflict = { is: 'conflict', text: 'A newer one about this deal waits already. Decide that one.' }
  expect(await undoLast(staff, alert.id)).toEqual(conflict)
  expect(await reopen(staff, 'ended_report', alert.id)).toEqual(conflict)
})

test('applying a page difference sets the price with a verified change, and undoing it removes both', async () => {
  const staff = await makeStaff()
  const alert = await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })
  const changes = () =>
    db.selectFrom('change_logs').select(['kind', 'status', 'source_url']).where('deal_id', '=', alert.deal_id).execute()
  await decideOn('page_difference', staff, alert.id)
  expect(await dealOf(alert.deal_id)).toMatchObject({ deal_price: '69.00' })
  expect(await changes()).toEqual([
    { kind: 'PRICE', status: 'APPROVED', source_url: 'https://vendor.example/lifetime' },
  ])
  await undoLast(staff, alert.id)
  expect(await dealOf(alert.deal_id)).toMatchObject({ deal_price: null })
  expect(await changes()).toEqual([])
})

test.each([
  [{ isStopped: true }, { is_watched: false, ignored: null }],
  [{}, { is_watched: true, ignored: [expect.objectContaining({ price: '69.00' })] }],
])('a page difference rejected with %o leaves the watch as %o, and undoing restores it', async (given, watch) => {
  const staff = await makeStaff()
  const alert = await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })
  await makeLinkCheck(alert.deal_id, 'https://vendor.example/lifetime')
  const found = () =>
    db
      .selectFrom('link_checks')
      .select(['is_watched', 'ignored'])
      .where('deal_id', '=', alert.deal_id)
      .executeTakeFirstOrThrow()
  await decideOn('page_difference', staff, alert.id, { to: 'REJECTED', ...given })
  expect(await found()).toEqual(watch)
  await undoLast(staff, alert.id)
  expect((await found()).is_watched).toBe(true)
  expect((await found()).ignored ?? []).toEqual([])
})

test('a check of a deal without alerts is on record, and is undone once', async () => {
  const staff = await makeStaff()
  const { id, title } = await makeDeal()
  expect(await checkDeal(staff, id, 'correct')).toMatchObject({ title, right: 0 })
  expect(await dealOf(id)).toMatchObject({ status: 'ACTIVE', checked_by: staff.id, checked_at: expect.any(Date) })

  const { decision } = await checkDeal(staff, id, 'ended')
  expect(await dealOf(id)).toMatchObject({ status: 'EXPIRED' })
  expect(await decisionsOn(id)).toMatchObject([{ kind: 'deal_check' }, { id: decision, deal_id: id }])
  expect(await outcomeOf(undo(await makeStaff(), { decision }))).toEqual({ is: 'done' })
  expect(await outcomeOf(undo(staff, { decision }))).toEqual({ is: 'done' })
  expect(await dealOf(id)).toMatchObject({ status: 'ACTIVE', checked_by: staff.id })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'deal.confirmed',
    'deal.updated',
    'deal.ended',
    'deal.updated',
    'deal.check-undone',
  ])
})

test('a check can be undone for 30 days', async () => {
  const staff = await makeStaff()
  const { id } = await makeDeal()
  const { decision } = await checkDeal(staff, id, 'ended')
  const decided_at = new Date(Date.now() - 31 * 86_400_000)
  await db.updateTable('decisions').set({ decided_at }).where('id', '=', decision).execute()
  expect(await outcomeOf(undo(staff, { decision }))).toEqual({ is: 'conflict', text: 'It can no longer be undone.' })
  expect(await dealOf(id)).toMatchObject({ status: 'EXPIRED' })
})

test('a single report that made no alert is settled when staff confirm the deal', async () => {
  const [staff, person] = [await makeStaff(), await makeProfile()]
  const { id } = await makeDeal()
  await makeAvailabilityReport({ deal_id: id, user_id: person.id, has_ended: false })
  const { right, decision } = await checkDeal(staff, id, 'correct')
  expect(right).toBe(1)
  expect(await karmaOf(person.id)).toBe(1)
  await undo(staff, { decision })
  expect(await reportsOn(id)).toEqual(['available: PENDING'])
  expect(await karmaOf(person.id)).toBe(0)
})

test('managers who reported a deal do not decide on the reports, neither in the queue nor in the freshness view', async () => {
  const [manager, deal] = [await makeStaff(), await makeDeal()]
  const alert = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  await makeAvailabilityReport({ deal_id: deal.id })
  await makeAvailabilityReport({ deal_id: deal.id, user_id: manager.id })
  expect(await decideOn('ended_report', manager, alert.id)).toEqual({ is: 403 })
  expect(await outcomeOf(checkDeal(manager, deal.id, 'ended'))).toEqual({ is: 403 })
  await changeDeal(manager, deal.id, { verb: 'set-status', to_status: 'EXPIRED' })
  expect(await reportsOn(deal.id)).toEqual(['ended: PENDING', 'ended: PENDING'])
  await changeDeal(manager, deal.id, { verb: 'set-status', to_status: 'ACTIVE' })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE' })
  expect(await findNext(manager)).toBeUndefined()
  expect(await findNext(await makeStaff())).toMatchObject({ id: alert.id })

  await decideOn('ended_report', await makeStaff(), alert.id)
  expect(await karmaOf(manager.id)).toBe(1)
  expect(await reopen(manager, 'ended_report', alert.id)).toEqual({ is: 403 })
})

test('an admin who decides on reports earns nothing for their own, and the other members do', async () => {
  const [admin, deal, member] = [await makeStaff('ADMIN'), await makeDeal(), await makeProfile()]
  const alert = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  await makeAvailabilityReport({ deal_id: deal.id, user_id: member.id })
  await makeAvailabilityReport({ deal_id: deal.id, user_id: admin.id })
  await decideOn('ended_report', admin, alert.id)
  expect(await karmaOfAll([admin, member])).toEqual([0, 1])
  expect(await auditOf(alert.id)).toMatchObject([{ detail: { own: true } }])
})

test('a report that its author settles with "Still correct" earns nothing', async () => {
  const [manager, deal] = [await makeStaff(), await makeDeal()]
  await makeAvailabilityReport({ deal_id: deal.id, user_id: manager.id, has_ended: false })
  await checkDeal(manager, deal.id, 'correct')
  expect(await reportsOn(deal.id)).toEqual(['available: APPROVED'])
  expect(await karmaOf(manager.id)).toBe(0)
})

test('"Still correct" closes every open alert of the deal, and one undo opens them all', async () => {
  const staff = await makeStaff()
  const { deal, alert } = await makeDisputedDeal()
  const link = await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: deal.id })
  const { decision, right } = await checkDeal(staff, deal.id, 'correct')
  expect(right).toBe(1)
  const statuses = async () =>
    Promise.all([
      findItem({ kind: 'ended_report', id: alert.id }).then((item) => item!.status),
      findItem({ kind: 'broken_link', id: link.id }).then((item) => item!.status),
    ])
  expect(await statuses()).toEqual(['REJECTED', 'REJECTED'])
  expect([...(await decisionsOn(alert.id)), ...(await decisionsOn(link.id))]).toHaveLength(2)
  await undo(staff, { decision })
  expect(await statuses()).toEqual(['PENDING', 'PENDING'])
  expect(await reportsOn(deal.id)).toEqual(['available: PENDING', 'ended: PENDING', 'ended: PENDING'])
})

test('two people who confirm and expire one deal at once make one decision on its alert', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('ADMIN', 'Noah')]
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const { deal, alert } = await makeDisputedDeal()
    await Promise.all([checkDeal(mira, deal.id, 'correct'), checkDeal(noah, deal.id, 'ended')])
    expect(await decisionsOn(alert.id)).toHaveLength(1)
  }
})

test('checking a deal that is gone answers 404', async () => {
  expect(await outcomeOf(checkDeal(await makeStaff(), crypto.randomUUID(), 'correct'))).toEqual({ is: 404 })
})
