import { type Insertable, type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { ChangeLogs, Deals } from '~/db/schema'
import { suggestEffect } from '~/features/catalog/record/change-effect'
import { logVerifiedChange } from '~/features/catalog/record/log-verified-change.server'
import {
  applyVerifiedValue,
  isLatestOnRecord,
  listUnappliedValues,
} from '~/features/contributions/change-logs/unapplied-values.server'
import { type NewValue, REPORTED_FIELD_NAMES } from '~/features/contributions/reported-values/reported-fields'
import { parseValue, readPrice, writeValue } from '~/features/contributions/reported-values/reported-values.server'
import type { User } from '~/features/people/accounts/guards.server'
import { decisionForm } from '~/features/staff/queue/decision-form.server'
import { ValueError } from '~/http/forms'
import { up } from '../../migrations/2026-11-28-22_reported_fields'
import { makeChangeLog, makeDeal } from '../factories'
import { decideOn, makeStaff, reopen, undoLast } from '../waiting-items'

const READING = { currency: 'USD', start_date: '2026-01-01' }
const PRESENT = { currency: 'USD', period: 'ONCE' } as const

test.each([
  ['refund_days', '60 days', 60],
  ['refund_days', '60', 60],
  ['refund_days', '1 day', 1],
  ['refund_days', '30 days from purchase', 30],
  ['refund_days', 'No refund', 0],
  ['redeem_days', '90 days', 90],
  ['redeem_days', 'Lifetime', null],
  ['redeem_days', 'none', null],
  ['end_date', '2026-12-31', '2026-12-31'],
  ['end_date', '31 Dec 2026', '2026-12-31'],
  ['end_date', 'Lifetime', null],
  ['end_date', 'No end date', null],
  ['coupon_code', '  LTD50 ', 'LTD50'],
  ['coupon_code', 'None', null],
  ['stackable', 'Yes', true],
  ['stackable', 'Yes, up to 3', true],
  ['stackable', 'no', false],
  ['deal_price', '$1,299', '1299.00'],
  ['deal_price_period', 'Every month', 'MONTH'],
  ['deal_price_period', 'YEAR', 'YEAR'],
  ['limits', '250,000 words', '250,000 words'],
] as const)('%s "%s" is read as %j', (field, text, value) => {
  expect(parseValue(field, text, READING)).toEqual(value)
})

test.each([
  ['refund_days', '7 words'],
  ['refund_days', '60 days or so'],
  ['refund_days', 'Lifetime'],
  ['redeem_days', '0'],
  ['end_date', '31 Feb 2026'],
  ['end_date', '2025-12-31'],
  ['end_date', 'soon'],
  ['stackable', 'perhaps'],
  ['deal_price', '€49'],
  ['deal_price', 'none'],
  ['deal_price_period', 'weekly'],
  ['coupon_code', 'A'.repeat(41)],
  ['limits', 'a'.repeat(81)],
] as const)('%s "%s" is refused', (field, text) => {
  expect(parseValue(field, text, READING)).toBeInstanceOf(ValueError)
})

test.each([
  ['refund_days', 60],
  ['refund_days', 0],
  ['redeem_days', null],
  ['end_date', '2026-12-31'],
  ['end_date', null],
  ['coupon_code', 'LTD50'],
  ['coupon_code', null],
  ['stackable', false],
  ['deal_price', '49.00'],
  ['deal_price_period', 'MONTH'],
  ['limits', '5 seats'],
] as const)('what an entry says of %s %j is read as the same value', (field, value) => {
  expect(parseValue(field, writeValue(field, { value, ...PRESENT }), READING)).toEqual(value)
})

test('a price that is paid every month or year says so', () => {
  expect(readPrice('$5/mo', 'USD')).toEqual({ amount: '5.00', currency: 'USD', period: 'MONTH' })
  expect(readPrice('€90.50/yr', 'USD')).toEqual({ amount: '90.50', currency: 'EUR', period: 'YEAR' })
})

test.each([
  ['refund_days', 'REFUND', '60 days', '30 days', 'WORSE'],
  ['refund_days', 'REFUND', '60 days', 'No refund', 'WORSE'],
  ['stackable', 'TERMS', 'No', 'Yes', 'BETTER'],
  ['stackable', 'TERMS', 'Yes', 'No', 'WORSE'],
  ['redeem_days', 'TERMS', '90 days', '30 days', 'WORSE'],
  ['coupon_code', 'TERMS', 'LTD30', 'LTD50', null],
  ['coupon_code', 'TERMS', 'No coupon', 'LTD50', null],
  ['end_date', 'TERMS', 'No end date', '31 Dec 2026', null],
  ['limits', 'LIMITS', '5 seats', '3 seats', 'WORSE'],
] as const)('the suggested effect of %s (%s) from %s to %s is %s', (field, kind, old_value, new_value, effect) => {
  expect(suggestEffect({ field, kind, old_value, new_value })).toBe(effect)
})

async function makeReport(given: Partial<Insertable<ChangeLogs>>, ofDeal: Partial<Insertable<Deals>> = {}) {
  const deal = await makeDeal(ofDeal)
  const { id } = await makeChangeLog({ deal_id: deal.id, ...given })
  return { id, deal }
}

const decide = (staff: User, id: string, value?: NewValue) =>
  decideOn('change_log', staff, id, { to: 'APPROVED', ...(value && { value }) })

const dealOf = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const entryOf = (id: string) => db.selectFrom('change_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function addPlans(deal_id: string) {
  const plans = [
    { deal_id, position: 0, name: 'Solo', price: '59.00' },
    { deal_id, position: 1, name: 'Team', price: '118.00' },
  ]
  await db.insertInto('deal_plans').values(plans).execute()
  await db
    .insertInto('deal_plan_limits')
    .values({ deal_id, position: 0, label: 'Seats', values: ['2', '5'] })
    .execute()
}

const plansOf = async (deal_id: string) =>
  (await db.selectFrom('deal_plans').select('price').where('deal_id', '=', deal_id).orderBy('position').execute()).map(
    ({ price }) => price,
  )

describe('a value that is applied with the approval', () => {
  const BEFORE = {
    start_date: '2026-01-01',
    deal_price: '59.00',
    refund_days: 60,
    redeem_days: 90,
    coupon_code: 'LTD30',
    stackable: true,
    max_codes: 3,
    end_date: null,
  } as const

  test.each([
    ['refund_days', 'REFUND', 30],
    ['redeem_days', 'TERMS', null],
    ['end_date', 'TERMS', '2027-12-31'],
    ['coupon_code', 'TERMS', 'LTD50'],
    ['stackable', 'TERMS', false],
    ['deal_price', 'PRICE', '49.00'],
    ['deal_price_period', 'PRICE', 'MONTH'],
  ] as const)(
    '%s is written to the deal with audit log and check, and restored by the undo',
    async (field, kind, value) => {
      const staff = await makeStaff()
      const new_value = writeValue(field, { value, ...PRESENT })
      const { id, deal } = await makeReport({ kind, field, new_value }, BEFORE)
      expect(await decide(staff, id, { field, value, dealVersion: deal.version })).toMatchObject({ is: 'done' })
      expect(await dealOf(deal.id)).toMatchObject({ [field]: value, version: deal.version + 1, checked_by: staff.id })
      expect(await entryOf(id)).toMatchObject({ field, new_value })
      const audit = db.selectFrom('audit_log').select('action').where('entity_id', '=', deal.id)
      expect(await audit.execute()).toEqual([{ action: 'deal.updated' }])
      await undoLast(staff, id)
      expect(await dealOf(deal.id)).toMatchObject({ ...BEFORE, version: deal.version + 2, checked_by: null })
    },
  )

  test('what staff correct is what the entry says, until the undo', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: 'much less' }, { refund_days: 60 })
    await decide(staff, id, { field: 'refund_days', value: 45, dealVersion: deal.version })
    expect(await entryOf(id)).toMatchObject({ field: 'refund_days', old_value: '60 days', new_value: '45 days' })
    await undoLast(staff, id)
    expect(await entryOf(id)).toMatchObject({ field: null, old_value: null, new_value: 'much less' })
  })

  test('of several plans it is the price and the limit of the chosen one, and the deal follows its plan', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'PRICE', new_value: '$49' }, { deal_price: '59.00' })
    await addPlans(deal.id)
    const limits = await makeChangeLog({ deal_id: deal.id, kind: 'LIMITS', new_value: '3' })
    const seats = () => db.selectFrom('deal_plan_limits').select('values').where('deal_id', '=', deal.id).execute()
    const [price, seat] = [
      { field: 'deal_price', value: '49.00', plan: 'Solo', dealVersion: deal.version },
      { field: 'limits', value: '3', plan: 'Team', limit: 'Seats', dealVersion: deal.version + 1 },
    ] as const
    expect(await decide(staff, id, price)).toMatchObject({ is: 'done' })
    expect(await decide(staff, limits.id, seat)).toMatchObject({ is: 'done' })
    expect(await plansOf(deal.id)).toEqual(['49.00', '118.00'])
    expect(await dealOf(deal.id)).toMatchObject({ deal_price: '49.00' })
    expect(await seats()).toEqual([{ values: ['2', '3'] }])
    expect(await entryOf(limits.id)).toMatchObject({ plan_name: 'Team', limit_label: 'Seats', old_value: '5' })
    await undoLast(staff, limits.id)
    await undoLast(staff, id)
    expect(await plansOf(deal.id)).toEqual(['59.00', '118.00'])
    expect(await dealOf(deal.id)).toMatchObject({ deal_price: '59.00' })
    expect(await seats()).toEqual([{ values: ['2', '5'] }])
  })

  test('another plan changes alone', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'PRICE', new_value: '$99' }, { deal_price: '59.00' })
    await addPlans(deal.id)
    await decide(staff, id, { field: 'deal_price', value: '99.00', plan: 'Team', dealVersion: deal.version })
    expect(await plansOf(deal.id)).toEqual(['59.00', '99.00'])
    expect(await dealOf(deal.id)).toMatchObject({ deal_price: '59.00' })
    await undoLast(staff, id)
    expect(await plansOf(deal.id)).toEqual(['59.00', '118.00'])
  })

  test.each([
    ['the plan of a price', { field: 'deal_price', value: '49.00', plan: 'Solo' }],
    ['the plan of a limit', { field: 'limits', value: '3', plan: 'Solo', limit: 'Seats' }],
  ] as const)('%s was removed meanwhile: nothing is saved', async (_what, value) => {
    const { id, deal } = await makeReport({ kind: 'PRICE', new_value: '$49' }, { deal_price: '118.00' })
    await addPlans(deal.id)
    await db.deleteFrom('deal_plans').where('deal_id', '=', deal.id).where('name', '=', 'Solo').execute()
    const outcome = await decide(await makeStaff(), id, { ...value, dealVersion: deal.version })
    expect(outcome).toMatchObject({ is: 'conflict', text: expect.stringContaining('removed or renamed') })
    expect(await entryOf(id)).toMatchObject({ status: 'PENDING', field: null })
  })

  test('the editor changed the field meanwhile: the conflict has both values', async () => {
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    await db.updateTable('deals').set({ refund_days: 45, version: 2 }).where('id', '=', deal.id).execute()
    const outcome = await decide(await makeStaff(), id, { field: 'refund_days', value: 30, dealVersion: 1 })
    expect(outcome).toMatchObject({
      text: 'Someone else saved the deal in the meantime: it says 45 days now, yours is 30 days. Check it again.',
    })
    expect(await dealOf(deal.id)).toMatchObject({ refund_days: 45 })
    expect(await entryOf(id)).toMatchObject({ status: 'PENDING', new_value: '30 days' })
  })

  test('the undo leaves a value that was changed again, and a deal that the entry moved to', async () => {
    const staff = await makeStaff()
    const changed = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    await decide(staff, changed.id, { field: 'refund_days', value: 30, dealVersion: 1 })
    await db.updateTable('deals').set({ refund_days: 14 }).where('id', '=', changed.deal.id).execute()
    await undoLast(staff, changed.id)
    expect(await dealOf(changed.deal.id)).toMatchObject({ refund_days: 14 })

    const merged = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    await decide(staff, merged.id, { field: 'refund_days', value: 30, dealVersion: 1 })
    const other = await makeDeal({ refund_days: 30 })
    await db.updateTable('change_logs').set({ deal_id: other.id }).where('id', '=', merged.id).execute()
    await undoLast(staff, merged.id)
    expect(await dealOf(other.id)).toMatchObject({ refund_days: 30 })
  })

  test('a price that an older decision applied is restored after the migration', async () => {
    const staff = await makeStaff()
    const report = { kind: 'PRICE', new_value: '€49' } as const
    const { id, deal } = await makeReport(report, { deal_price: '59.00', original_price: '99.00' })
    await decide(staff, id, { field: 'deal_price', value: '49.00', currency: 'EUR', dealVersion: deal.version })
    const { rows } = await sql<{ at: string }>`
      select max(recorded_at)::text as at from deal_price_points where deal_id = ${deal.id}`.execute(db)
    const older = { price: '49.00', priceBefore: '59.00', currency: 'EUR', currencyBefore: 'USD' }
    const applied = { ...older, originalBefore: '99.00', recordedAt: rows[0]!.at }
    const effects = JSON.stringify({ applied })
    await db.updateTable('decisions').set({ effects }).where('subject_id', '=', id).execute()
    await db.transaction().execute(async (trx) => {
      const view = await sql<{ definition: string }>`
        select pg_get_viewdef('moderation_items'::regclass) as definition`.execute(trx)
      await sql`drop view moderation_items`.execute(trx)
      await sql`alter table change_logs drop column field, drop column plan_name, drop column limit_label`.execute(trx)
      await up(trx as unknown as Kysely<unknown>)
      await sql`create view moderation_items as ${sql.raw(view.rows[0]!.definition)}`.execute(trx)
    })
    await undoLast(staff, id)
    expect(await dealOf(deal.id)).toMatchObject({ deal_price: '59.00', original_price: '99.00', currency: 'USD' })
  })

  test('the undo after the deal was deleted finds nothing', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    await decide(staff, id, { field: 'refund_days', value: 30, dealVersion: 1 })
    await db.deleteFrom('deals').where('id', '=', deal.id).execute()
    expect(await undoLast(staff, id)).toEqual({ is: 404 })
  })

  test.each([
    [{ field: 'refund_days', newValue: '7 words' }, 'newValue', 'Refund days must be a whole number from 0 to 3650.'],
    [
      { field: 'deal_price', newValue: '€49', newCurrency: 'USD' },
      'newValue',
      'Deal price names a different currency.',
    ],
    [{ field: 'end_date', newValue: '2025-12-31', startDate: '2026-01-01' }, 'newValue', 'End date cannot be before'],
    [
      { field: 'limits', newValue: '3', asks: 'plan_name limit_label', plan_name: 'Solo' },
      'limit_label',
      'Choose the limit.',
    ],
    [{ field: 'deal_price', newValue: '49', newCurrency: 'USD', asks: 'plan_name' }, 'plan_name', 'Choose the plan.'],
  ])('%j is refused at its field', (given, path, message) => {
    const sent = { id: crypto.randomUUID(), version: '1', apply: true, ...given }
    const { error } = decisionForm('change_log', 'approve')!.safeParse(sent)
    expect(error?.issues).toMatchObject([{ path: [path], message: expect.stringContaining(message) }])
  })
})

describe('an approved value that the deal does not have', () => {
  test('is listed until it is applied, and reopening the entry restores the deal', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    expect(await listUnappliedValues()).toEqual([])
    await decide(staff, id)
    expect(await listUnappliedValues()).toMatchObject([{ id, newValue: '30 days', field: { onRecord: '60 days' } }])
    const given = { id, plan: null, limit: null, dealVersion: deal.version }
    expect(await applyVerifiedValue(staff, given)).toBe('applied')
    expect(await applyVerifiedValue(staff, given)).toBe('applied')
    expect(await dealOf(deal.id)).toMatchObject({ refund_days: 30, checked_by: staff.id })
    expect(await listUnappliedValues()).toEqual([])
    await reopen(await makeStaff(), 'change_log', id)
    expect(await dealOf(deal.id)).toMatchObject({ refund_days: 60 })
  })

  test.each([
    ['is not yet in effect', { effective_on: '2999-01-01' }],
    ['could not be read', { new_value: 'much less' }],
    ['is what the deal says', { new_value: '60' }],
  ])('is not listed when it %s', async (_why, given) => {
    const { id } = await makeReport({ kind: 'REFUND', new_value: '30 days', ...given }, { refund_days: 60 })
    await decide(await makeStaff(), id)
    expect(await listUnappliedValues()).toEqual([])
  })

  test('is not looked for in entries that staff logged, which name no field', async () => {
    const staff = await makeStaff()
    const deal = await makeDeal({ deal_price: '59.00' })
    const change = { title: 'Original price from $89.00 to $99.00', description: 'Seen.', kind: 'PRICE' } as const
    const logged = { ...change, deal_id: deal.id, old_value: '$89.00', new_value: '$99.00', staff: staff.id }
    const id = await db.transaction().execute((trx) => logVerifiedChange(trx, logged))
    expect(await listUnappliedValues()).toEqual([])
    expect(await isLatestOnRecord(id)).toBe(false)
    const applying = applyVerifiedValue(staff, { id, plan: null, limit: null, dealVersion: deal.version })
    await expect(applying).rejects.toThrow('It was reopened or changed')
  })

  test('is not listed after a later entry on the same field', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 45 })
    await decide(staff, id)
    const later = { deal_id: deal.id, kind: 'REFUND', new_value: '45 days', status: 'APPROVED' } as const
    await makeChangeLog({ ...later, moderated_at: new Date(Date.now() + 1000) })
    expect(await listUnappliedValues()).toEqual([])
  })

  test('a price that any of several plans has is the one of the deal', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'PRICE', new_value: '$118' }, { deal_price: '59.00' })
    await addPlans(deal.id)
    await decide(staff, id)
    expect(await listUnappliedValues()).toEqual([])
    const other = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
    await decide(staff, other.id)
    expect(await listUnappliedValues()).toMatchObject([{ field: { onRecord: '$59.00, $118.00', plan: null } }])
    await expect(
      applyVerifiedValue(staff, { id: other.id, plan: null, limit: null, dealVersion: deal.version }),
    ).rejects.toThrow('Choose the plan')
  })

  test('a manager cannot apply their own report, and no one an entry that waits again', async () => {
    const [author, staff] = [await makeStaff(), await makeStaff()]
    const { id, deal } = await makeReport(
      { kind: 'REFUND', new_value: '30 days', reported_by_user_id: author.id },
      { refund_days: 60 },
    )
    await decide(staff, id)
    const given = { id, plan: null, limit: null, dealVersion: deal.version }
    expect(await applyVerifiedValue(author, given)).toBe('forbidden')
    await undoLast(staff, id)
    await expect(applyVerifiedValue(staff, given)).rejects.toThrow('It was reopened or changed')
    expect(await applyVerifiedValue(staff, { ...given, id: crypto.randomUUID() })).toBe('missing')
    expect(await dealOf(deal.id)).toMatchObject({ refund_days: 60 })
  })

  test('applying after someone saved the deal changes nothing and names both values', async () => {
    const staff = await makeStaff()
    const { id, deal } = await makeReport({ kind: 'REFUND', new_value: '30 days' }, { refund_days: 60 })
    await decide(staff, id)
    await db.updateTable('deals').set({ refund_days: 45, version: 2 }).where('id', '=', deal.id).execute()
    const applying = applyVerifiedValue(staff, { id, plan: null, limit: null, dealVersion: 1 })
    await expect(applying).rejects.toThrow('it says 45 days now, yours is 30 days')
    expect(await dealOf(deal.id)).toMatchObject({ refund_days: 45 })
  })
})

test('the database knows the fields that reports can name', async () => {
  for (const field of REPORTED_FIELD_NAMES) expect(await makeChangeLog({ field })).toMatchObject({ field })
  await expect(makeChangeLog({ field: 'title' })).rejects.toThrow('violates check constraint')
})
