import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { isLowestOnRecord, lowestOnRecord } from '~/features/catalog/price-history/price-history'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { utcToday } from '~/http/utc-day'
import { makeBookmark, makeChangeLog, makeDeal, makeProfile } from '../factories'
import { makeDealAlert } from '../staff-factories'
import { tellKinds } from '../told'
import { auditOf, decideOn, decisionsOn, findItem, makeStaff, reopen, undoLast, waitingItem } from '../waiting-items'

const priceOf = async (id: string) =>
  await db.selectFrom('deals').select(['deal_price', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

test('approving a change report can set the price, with price history, version and audit log in one transaction', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  expect(await decideOn('change_log', staff, id, { to: 'APPROVED', value })).toMatchObject({ is: 'done' })
  expect(await priceOf(deal.id)).toEqual({ deal_price: '49.00', version: deal.version + 1 })
  const points = db.selectFrom('deal_price_points').select('deal_price').where('deal_id', '=', deal.id).orderBy('id')
  expect(await points.execute()).toEqual([{ deal_price: '59.00' }, { deal_price: '49.00' }])
  expect(await auditOf(id)).toMatchObject([
    { detail: { field: 'Deal price', value: '$49.00', value_before: '$59.00' } },
  ])
  expect(await auditOf(deal.id)).toMatchObject([{ action: 'deal.updated', detail: { version: deal.version + 1 } }])
})

test('undoing the approval of a change report restores the price, who is affected, and that no effect was chosen', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value, affects: 'YES', effect: 'WORSE' })
  expect((await findItem({ kind: 'change_log', id }))!.extra).toMatchObject({
    affectsOwners: 'YES',
    effect: 'WORSE',
  })
  expect(await decisionsOn(id)).toMatchObject([{ affects_owners: 'YES' }])
  await undoLast(staff, id)
  expect(await priceOf(deal.id)).toEqual({ deal_price: '59.00', version: deal.version + 2 })
  expect(await findItem({ kind: 'change_log', id })).toMatchObject({
    extra: { affectsOwners: 'UNKNOWN', effect: null },
  })
  expect(await waitingItem(id)).toMatchObject({ rank: 4 })
})

test('an applied price confirms the offer until it is undone, and a rejected report does not', async () => {
  const staff = await makeStaff()
  const { id: deal_id, version } = await makeDeal({ deal_price: '59.00', found_on: null })
  const confirmedOn = async () =>
    (await db.selectFrom('deals').select('confirmed_on').where('id', '=', deal_id).executeTakeFirstOrThrow())
      .confirmed_on
  const reported = { deal_id, kind: 'PRICE', new_value: '$49' } as const
  const rejected = await makeChangeLog(reported)
  const rejection = { to: 'REJECTED', reason: 'OTHER', note: 'It costs $59.' } as const
  expect(await decideOn('change_log', staff, rejected.id, rejection)).toMatchObject({ is: 'done' })
  expect(await confirmedOn()).toBeNull()

  const { id } = await makeChangeLog(reported)
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: version } as const
  expect(await decideOn('change_log', staff, id, { to: 'APPROVED', value })).toMatchObject({ is: 'done' })
  expect(await confirmedOn()).toBe(utcToday())
  await undoLast(staff, id)
  expect(await confirmedOn()).toBeNull()
})

test('an approved price notifies the followers, and nothing is left of it when the approval is undone at once', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  for (let n = 0; n < 2; n++) {
    await decideOn('change_log', staff, id, { to: 'APPROVED', value: { ...value, dealVersion: deal.version + 2 * n } })
    if (n) expect(await tellKinds()).toEqual(['change', 'contribution_decided'])
    await undoLast(staff, id)
    expect(await tellKinds()).toEqual([])
  }
})

test('the approval of a change report that corrects an old entry notifies no one, and undoing it forgets that', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal()
  const { id } = await makeChangeLog({ deal_id: deal.id })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  const isSilent = () => db.selectFrom('change_logs').select('is_silent').where('id', '=', id).execute()
  await decideOn('change_log', staff, id, { to: 'APPROVED', isSilent: true })
  expect(await isSilent()).toEqual([{ is_silent: true }])
  expect(await tellKinds()).toEqual(['contribution_decided'])
  await undoLast(staff, id)
  expect(await isSilent()).toEqual([{ is_silent: false }])
  await decideOn('change_log', staff, id, { to: 'APPROVED' })
  expect(await tellKinds()).toEqual(['change', 'contribution_decided'])
})

test('undoing an approval leaves a price that was changed again since', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await db.updateTable('deals').set({ deal_price: '45.00' }).where('id', '=', deal.id).execute()
  await undoLast(staff, id)
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '45.00' })
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00', '45.00'])
})

const pricesOnRecord = async (dealId: string) =>
  (await findPriceHistory(dealId)).points.map(({ deal_price }) => deal_price)

test('an applied price that was undone is not on record, so that the lowest price is one that the deal had', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '79.00' })
  await db.updateTable('deals').set({ deal_price: '59.00' }).where('id', '=', deal.id).execute()
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await undoLast(staff, id)
  const points = (await findPriceHistory(deal.id)).points
  expect(points.map(({ deal_price }) => deal_price)).toEqual(['79.00', '59.00'])
  expect(isLowestOnRecord(points)).toBe(true)
  expect(lowestOnRecord(points)).toMatchObject({ price: '59.00', isCurrent: true })
})

test('what was recorded while a deal had an applied price gets the price before, when that is undone', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00', original_price: '99.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await db.updateTable('deals').set({ original_price: '129.00' }).where('id', '=', deal.id).execute()
  await undoLast(staff, id)
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '59.00' })
  expect((await findPriceHistory(deal.id)).points).toMatchObject([
    { deal_price: '59.00', original_price: '99.00' },
    { deal_price: '59.00', original_price: '129.00' },
  ])
})

test('a price report in another currency sets price and currency together, and both are restored with the original price', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00', original_price: '99.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '€49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'EUR', dealVersion: deal.version } as const
  const prices = () =>
    db.selectFrom('deals').select(['deal_price', 'original_price', 'currency']).where('id', '=', deal.id).execute()
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  expect(await prices()).toEqual([{ deal_price: '49.00', original_price: null, currency: 'EUR' }])
  await undoLast(staff, id)
  expect(await prices()).toEqual([{ deal_price: '59.00', original_price: '99.00', currency: 'USD' }])
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00'])
})

test('reopening an approved price report takes its price from the deal and the record, also by another person', async () => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', await makeStaff(), id, { to: 'APPROVED', value })
  const other = await makeStaff()
  expect(await reopen(other, 'change_log', id)).toEqual({ is: 'done' })
  await decideOn('change_log', other, id, { to: 'REJECTED', reason: 'NO_EVIDENCE', note: null })
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '59.00' })
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00'])
})

test('an entry of an applied page difference is reopened with that decision, so that the price goes with it', async () => {
  const [staff, alert] = [await makeStaff(), await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })]
  await decideOn('page_difference', staff, alert.id)
  const entry = await db
    .selectFrom('change_logs')
    .select('id')
    .where('deal_id', '=', alert.deal_id)
    .executeTakeFirstOrThrow()
  expect(await reopen(staff, 'change_log', entry.id)).toMatchObject({
    is: 'conflict',
    text: expect.stringContaining('Reopen that one instead'),
  })
  expect(await reopen(await makeStaff(), 'page_difference', alert.id)).toEqual({ is: 'done' })
  expect(await pricesOnRecord(alert.deal_id)).toEqual([])
})

test('approving a change report fails as a whole if the deal was saved in between', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE' })
  await db
    .updateTable('deals')
    .set({ deal_price: '55.00', version: deal.version + 1 })
    .where('id', '=', deal.id)
    .execute()
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  expect(await decideOn('change_log', staff, id, { to: 'APPROVED', value })).toMatchObject({
    is: 'conflict',
    text: expect.stringContaining('it says $55.00 now, yours is $49.00'),
  })
  expect(await findItem({ kind: 'change_log', id })).toMatchObject({
    status: 'PENDING',
    deal: { record: { deal_price: '55.00' } },
  })
  expect(await decisionsOn(id)).toEqual([])
})
