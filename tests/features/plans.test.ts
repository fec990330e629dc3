import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { editDealForm } from '~/features/catalog/deals/editor/deal-form.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { planPriceChanges } from '~/features/catalog/price-history/plan-prices'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { applyValue, restoreValue } from '~/features/contributions/change-logs/apply-value.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { makeCategory, makePlatform, makeProfile, makePurchase } from '../factories'
import { tellKinds } from '../told'
import { dealForm } from '../unstated-terms'

const TIERS = [
  { name: 'Tier 1', price: '59.00', codes: 1 },
  { name: 'Tier 2', price: '118.00', codes: 2 },
]
const SEATS = { label: 'Seats', values: ['2', '5'] }

type SaveOptions = Pick<Parameters<typeof saveDeal>[2], 'recordsTerms' | 'recipients'>

async function makeSavedDeal(given: Partial<DealValues> = {}) {
  const staff = await makeProfile({ role: 'MANAGER' })
  const form = dealForm({
    category_id: (await makeCategory()).id,
    platform_id: (await makePlatform()).id,
    original_price: '12.00',
    plans: TIERS,
    limits: [SEATS],
    ...given,
  })
  const id = crypto.randomUUID()
  expect(await createDeal(staff, id, form)).toEqual({ outcome: 'created' })
  const { slug } = (await findDealToEdit(id))!
  let version = 1
  const save = async (changed: Partial<DealValues>, options: SaveOptions = {}) => {
    const saved = await saveDeal(staff, id, { form: { ...form, slug, ...changed }, version, ...options })
    version += 1
    return saved
  }
  return { id, staff, save }
}

async function listPoints(deal_id: string) {
  const points = await db
    .selectFrom('plan_price_points')
    .select(['plan', 'price', 'currency'])
    .where('deal_id', '=', deal_id)
    .orderBy('id')
    .execute()
  return points.map(({ plan, price, currency }) => `${plan} ${price ?? 'gone'} ${currency}`)
}

const listEntries = (deal_id: string) =>
  db
    .selectFrom('change_logs')
    .select(['kind', 'title', 'old_value', 'new_value', 'status'])
    .where('deal_id', '=', deal_id)
    .orderBy('kind')
    .execute()

/** Applies a reported price of $69.00. */
const report = (staff: { id: string }, id: string) =>
  db
    .transaction()
    .execute((trx) =>
      applyValue(trx, staff, id, { field: 'deal_price', value: '69.00', currency: 'USD', dealVersion: 1 }),
    )

describe('plans of a deal', () => {
  test('a deal keeps its plans in order, each with its values of the limits, in the editor and on its page', async () => {
    const { id, save } = await makeSavedDeal()
    const { slug, ...stored } = (await findDealToEdit(id))!
    const onPage = async () => (await findPublishedDeal(slug))!.plans
    expect(stored).toMatchObject({ plans: TIERS, limits: [SEATS] })
    expect(await onPage()).toEqual({ plans: TIERS, limits: [SEATS] })

    const swapped = { plans: TIERS.toReversed(), limits: [{ label: 'Seats', values: ['5', ''] }] }
    expect(await save(swapped)).toEqual({ outcome: 'saved' })
    expect(await findDealToEdit(id)).toMatchObject(swapped)
    expect(await onPage()).toEqual(swapped)
    expect(await save({ plans: [], limits: [] })).toEqual({ outcome: 'saved' })
    expect(await findDealToEdit(id)).toMatchObject({ plans: [], limits: [] })
    expect(await onPage()).toEqual({ plans: [], limits: [] })
  })

  test('the price of each plan is recorded when it changes, when its currency changes and when it ends', async () => {
    const { id, save } = await makeSavedDeal()
    const first = ['Tier 1 59.00 USD', 'Tier 2 118.00 USD']
    expect(await listPoints(id)).toEqual(first)

    await save({ plans: TIERS.toReversed() })
    expect(await listPoints(id)).toEqual(first)
    await save({ plans: [TIERS[0]!, { ...TIERS[1]!, price: '99.00' }] })
    expect(await listPoints(id)).toEqual([...first, 'Tier 2 99.00 USD'])
    const changes = async () => planPriceChanges((await findPriceHistory(id)).ofPlans)
    expect(await changes()).toMatchObject([{ plan: 'Tier 2', now: '$99.00', before: '$118.00' }])
    await save({ plans: [TIERS[0]!], limits: [], currency: 'EUR' })
    expect(await changes()).toMatchObject([
      { plan: 'Tier 1', now: '€59.00', before: '$59.00' },
      { plan: 'Tier 2', now: undefined, before: '$99.00' },
    ])
    expect(await listPoints(id)).toEqual([...first, 'Tier 2 99.00 USD', 'Tier 1 59.00 EUR', 'Tier 2 gone EUR'])
  })

  test('the database refuses a deal price that no plan has', async () => {
    const { id, save } = await makeSavedDeal()
    const refused = expect.objectContaining({ constraint: 'deal_price_is_that_of_a_plan' })
    await expect(save({ deal_price: '60.00' })).rejects.toEqual(refused)
    await expect(db.deleteFrom('deal_plans').where('price', '=', '59.00').execute()).rejects.toEqual(refused)
    expect(await findDealToEdit(id)).toMatchObject({ deal_price: '59.00', plans: TIERS, version: 1 })
  })

  test('a reported price is also that of a single plan, and undoing it restores the plan and its price history', async () => {
    const { id, staff } = await makeSavedDeal({ plans: [TIERS[0]!], limits: [] })
    const prices = async () => (await findDealToEdit(id))!.plans.map(({ price }) => price)
    const applied = await report(staff, id)
    expect(await prices()).toEqual(['69.00'])
    expect(await listPoints(id)).toEqual(['Tier 1 59.00 USD', 'Tier 1 69.00 USD'])
    await db.transaction().execute((trx) => restoreValue(trx, staff, id, applied))
    expect(await prices()).toEqual(['59.00'])
    expect(await listPoints(id)).toEqual(['Tier 1 59.00 USD'])
  })

  test('a reported price is refused for a deal with several plans, whose prices it does not say', async () => {
    const { id, staff } = await makeSavedDeal()
    await expect(report(staff, id)).rejects.toThrow('This deal has 2 plans')
    expect(await findDealToEdit(id)).toMatchObject({ deal_price: '59.00', plans: TIERS, version: 1 })
  })

  test('undoing a reported price leaves the plans that were entered for it since', async () => {
    const { id, staff } = await makeSavedDeal({ plans: [TIERS[0]!], limits: [] })
    const applied = await report(staff, id)
    await db
      .insertInto('deal_plans')
      .values({ deal_id: id, position: 1, ...TIERS[1]! })
      .execute()
    await db.transaction().execute((trx) => restoreValue(trx, staff, id, applied))
    expect(await findDealToEdit(id)).toMatchObject({ deal_price: '69.00' })
    expect(await listPoints(id)).toEqual(['Tier 1 59.00 USD', 'Tier 1 69.00 USD', 'Tier 2 118.00 USD'])
  })
})

describe('changed terms on the public record', () => {
  test('changed terms add one verified entry of each kind, with the old and the new value', async () => {
    const { id, save } = await makeSavedDeal({ refund_days: 60, refund_from: 'PURCHASE', transferable: true })
    const changed = { refund_days: 30, refund_from: 'PURCHASE' as const, transferable: false }
    await save({ ...changed, limits: [{ label: 'Seats', values: ['2', '3'] }] }, { recordsTerms: true })

    expect(await listEntries(id)).toEqual([
      { kind: 'TERMS', title: 'Transferable from Yes to No', old_value: 'Yes', new_value: 'No', status: 'APPROVED' },
      {
        kind: 'REFUND',
        title: 'Refund from 60 days from purchase to 30 days from purchase',
        old_value: '60 days from purchase',
        new_value: '30 days from purchase',
        status: 'APPROVED',
      },
    ])
    const { description } = await db
      .selectFrom('change_logs')
      .select('description')
      .where('kind', '=', 'TERMS')
      .where('deal_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(description).toBe('Transferable from Yes to No. Tier 2, Seats from 5 to 3.')
  })

  test('terms not stated before, prices of plans and unticked changes add no entry, and a plan that ends does', async () => {
    const { id, save } = await makeSavedDeal({ transferable: true })
    await save({ transferable: true, stackable: true, max_codes: 3 }, { recordsTerms: true })
    await save({ transferable: true, plans: [TIERS[0]!, { ...TIERS[1]!, price: '99.00' }] }, { recordsTerms: true })
    await save({ transferable: false }, { recordsTerms: false })
    const codes = 'Codes can be stacked is no longer stated, before: Yes, up to 3'
    const noLongerStated = {
      kind: 'TERMS',
      title: codes,
      old_value: 'Yes, up to 3',
      new_value: null,
      status: 'APPROVED',
    }
    expect(await listEntries(id)).toEqual([noLongerStated])
    await save({ transferable: false, plans: [TIERS[0]!], limits: [] }, { recordsTerms: true })
    const gone = 'Plan Tier 2 from offered to no longer offered'
    expect(await listEntries(id)).toEqual(
      expect.arrayContaining([noLongerStated, expect.objectContaining({ title: gone })]),
    )
  })

  test.each([
    ['changed terms that affect owners notify the owners of the deal', 'YES', false, ['change']],
    ['changed terms do not notify owners unless staff say that they affect them', 'UNKNOWN', false, []],
    ['a correction of terms notifies no one, also if it affects owners', 'YES', true, []],
  ] as const)('%s', async (_title, affects_owners, is_silent, kinds) => {
    const { id, save } = await makeSavedDeal({ refund_days: 60, refund_from: 'PURCHASE' })
    await makePurchase({ deal_id: id })
    const recipients = { affects_owners, is_silent }
    await save({ refund_days: 30, refund_from: 'PURCHASE' }, { recordsTerms: true, recipients })
    expect(await tellKinds()).toEqual(kinds)
  })
})

describe('the form of plans', () => {
  const SENT = {
    title: 'Quillstack',
    vendor_name: 'Northpane',
    category_id: crypto.randomUUID(),
    platform_id: crypto.randomUUID(),
    start_date: '2026-01-01',
    cta_url: 'https://vendor.example/lifetime',
    deal_price: '59',
    version: 1,
  }

  test('values of limits follow their plans by key, whatever the order of the rows', () => {
    const plans = [
      { key: 'k7', name: 'Tier 2', price: '118', codes: '2' },
      { key: 'k0', name: 'Tier 1', price: '59', codes: '' },
    ]
    const limits = [{ label: 'Seats', values: { k0: '2', k7: '5', k3: 'of a removed plan' } }, { label: 'Storage' }]
    expect(editDealForm.parse({ ...SENT, plans, limits })).toMatchObject({
      plans: [
        { name: 'Tier 2', price: '118.00', codes: 2 },
        { name: 'Tier 1', price: '59.00', codes: null },
      ],
      limits: [
        { label: 'Seats', values: ['5', '2'] },
        { label: 'Storage', values: ['', ''] },
      ],
    })
  })

  test.each(['constructor', 'toString', '__proto__'])(
    'a plan with the key "%s" has no value of Object.prototype',
    (key) => {
      const form = { ...SENT, plans: [{ key, name: 'Tier 1', price: '59' }], limits: [{ label: 'Seats' }] }
      expect(editDealForm.parse(form).limits).toEqual([{ label: 'Seats', values: [''] }])
    },
  )

  const [plan, limit] = [{ name: 'A', price: '59' }, { label: 'Seats' }]
  test.each<[field: string, message: string, form: object]>([
    ['deal_price', 'Deal price must equal the price of one of the plans.', { plans: [{ ...plan, price: '60' }] }],
    ['plans.0.name', 'Plan 1 needs a name.', { plans: [{ ...plan, name: '' }] }],
    ['plans.1.name', 'Plan 2 has the name of plan 1.', { plans: [plan, plan] }],
    ['plans.0.codes', 'Plan 1: Codes must be a whole number from 1 to 100.', { plans: [{ ...plan, codes: '0' }] }],
    ['limits.1.label', 'Limit 2 has the label of limit 1.', { plans: [plan], limits: [limit, limit] }],
  ])('at the field %s the error is "%s" for %j', (field, message, given) => {
    const { error } = editDealForm.safeParse({ ...SENT, ...given })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, message]])
  })

  test('at most 8 plans and 20 limits are accepted', () => {
    const plans = Array.from({ length: 9 }, (_, n) => ({ name: `Tier ${n}`, price: '59' }))
    const limits = Array.from({ length: 21 }, (_, n) => ({ label: `Limit ${n}` }))
    const { error } = editDealForm.safeParse({ ...SENT, plans, limits })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'A deal can have at most 8 plans.',
      'A deal can have at most 20 limits.',
    ])
  })
})

const on = (day: string) => `2026-11-${day}T12:00:00Z`

test('the price before is the last one in money, and each has the currency of its time', () => {
  const point = (day: string, price: string | null, currency = 'USD') => ({
    plan: 'Solo',
    price,
    currency,
    recorded_at: on(day),
  })
  expect(planPriceChanges([])).toEqual([])
  expect(planPriceChanges([point('01', '20.00')])).toEqual([])
  expect(planPriceChanges([point('01', '20.00'), point('02', null), point('03', '25.00', 'EUR')])).toEqual([
    { plan: 'Solo', now: '€25.00', before: '$20.00', since: on('03') },
  ])
})
