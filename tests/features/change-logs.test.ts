import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { ChangeEffect, ChangeKind } from '~/db/schema'
import { env } from '~/env.server'
import { formatValue } from '~/features/catalog/record/change-log'
import { logVerifiedChange } from '~/features/catalog/record/log-verified-change.server'
import {
  listChangeStream,
  listLatestVerifiedChanges,
  listVerifiedChanges,
} from '~/features/contributions/change-logs/change-logs.server'
import {
  type ChangeReport,
  changeReportForm,
  listOwnReports,
  resubmitChangeReport,
  submitChangeReport,
} from '~/features/contributions/change-logs/change-reports.server'
import { DEFAULT_CHANGE_SEARCH } from '~/features/contributions/change-logs/change-search'
import type { DealRecord } from '~/features/contributions/reported-values/reported-values.server'
import { makeChangeLog, makeDeal, makeProfile } from '../factories'

afterEach(() => {
  env.RATE_LIMIT = true
})

/** A deal of $59 with two plans. */
const RECORD: DealRecord = {
  version: 1,
  currency: 'USD',
  start_date: '2026-01-01',
  deal_price: '59.00',
  original_price: null,
  deal_price_period: 'ONCE',
  end_date: null,
  coupon_code: null,
  refund_days: 60,
  redeem_days: null,
  stackable: null,
  max_codes: null,
  platform_refund_days: null,
  plans: [
    { name: 'Solo', price: '59.00' },
    { name: 'Team', price: '118.00' },
  ],
  limits: [{ label: 'Seats', values: ['2', '5'] }],
}

const report = (given: Record<string, string> = {}): ChangeReport =>
  changeReportForm(RECORD).parse({ title: 'Seats raised', description: 'Five instead of three.', ...given })

const reportsOn = (dealId: string) => db.selectFrom('change_logs').selectAll().where('deal_id', '=', dealId).execute()

test('changes logged by staff are verified at once and earn no karma', async () => {
  const [deal, manager] = [await makeDeal(), await makeProfile({ role: 'MANAGER' })]
  const change = { deal_id: deal.id, title: 'Price raised', description: 'From launch to regular price.' }
  const values = { kind: 'PRICE', old_value: '$49.00', new_value: '$59.00' } as const

  await db.transaction().execute((trx) => logVerifiedChange(trx, { ...change, ...values, staff: manager.id }))

  expect(await listVerifiedChanges(deal.id)).toMatchObject([{ title: 'Price raised', ...values }])
  expect(await db.selectFrom('karma_events').selectAll().execute()).toEqual([])
})

test('verified changes are dated and sorted by their verification day, with the currency of the deal', async () => {
  const deal = await makeDeal({ currency: 'EUR' })
  const [march, april] = [new Date('2026-03-01'), new Date('2026-04-01')]
  const given = { deal_id: deal.id, status: 'APPROVED' } as const
  await makeChangeLog({ ...given, title: 'Seen first', created_at: new Date('2026-01-01'), moderated_at: april })
  await makeChangeLog({ ...given, title: 'Verified first', created_at: new Date('2026-02-01'), moderated_at: march })

  const dated = [
    { title: 'Seen first', verified_at: april, currency: 'EUR' },
    { title: 'Verified first', verified_at: march, currency: 'EUR' },
  ]
  expect(await listVerifiedChanges(deal.id)).toMatchObject(dated)
  expect(await listLatestVerifiedChanges(5)).toMatchObject(dated.map(({ currency: _, ...change }) => change))
  expect((await listChangeStream(DEFAULT_CHANGE_SEARCH)).changes).toMatchObject(dated)
})

test('the stream of changes can be limited to an effect, and counts each under the other filters', async () => {
  const make = (title: string, effect: ChangeEffect | null, kind: ChangeKind = 'LIMITS') =>
    makeChangeLog({ title, effect, kind, status: 'APPROVED' })
  await make('More seats', 'BETTER')
  await make('Fewer seats', 'WORSE')
  await make('Shorter refund', 'WORSE', 'REFUND')
  await make('From before', null)
  const worse = await listChangeStream({ ...DEFAULT_CHANGE_SEARCH, effect: 'WORSE', kind: 'LIMITS' })
  expect(worse.changes.map(({ title }) => title)).toEqual(['Fewer seats'])
  expect(worse.counts).toEqual({ ALL: 3, BETTER: 1, WORSE: 1, NEITHER: 0 })
  expect((await listChangeStream(DEFAULT_CHANGE_SEARCH)).counts).toEqual({ ALL: 4, BETTER: 1, WORSE: 2, NEITHER: 0 })
})

test('a change report is pending, and until then only its author sees it', async () => {
  const [deal, author] = [await makeDeal({ currency: 'EUR' }), await makeProfile()]
  expect(await submitChangeReport(author.id, deal.id, report())).toBe('submitted')

  expect(await reportsOn(deal.id)).toMatchObject([{ status: 'PENDING', kind: 'OTHER', affects_owners: 'UNKNOWN' }])
  expect(await listOwnReports(author.id, deal.id)).toMatchObject([
    { title: 'Seats raised', status: 'PENDING', currency: 'EUR' },
  ])
  expect(await listOwnReports((await makeProfile()).id, deal.id)).toEqual([])
  expect(await listVerifiedChanges(deal.id)).toEqual([])
})

test('the same text is a new report from another member, on another deal or after a verdict', async () => {
  const [deal, other, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
  await submitChangeReport(author.id, deal.id, report())
  await submitChangeReport((await makeProfile()).id, deal.id, report())
  await submitChangeReport(author.id, other.id, report())
  expect([await reportsOn(deal.id), await reportsOn(other.id)].map((rows) => rows.length)).toEqual([2, 1])

  await db.updateTable('change_logs').set({ status: 'REJECTED' }).execute()
  await submitChangeReport(author.id, deal.id, report())
  expect(await reportsOn(deal.id)).toHaveLength(3)
})

test('changes cannot be reported on drafts or deleted deals', async () => {
  const [draft, author] = [await makeDeal({ published: false }), await makeProfile()]
  expect(await submitChangeReport(author.id, draft.id, report())).toBe('missing')
  expect(await submitChangeReport(author.id, crypto.randomUUID(), report())).toBe('missing')
  expect(await reportsOn(draft.id)).toEqual([])
})

test('an edited rejected report is pending again, without the old verdict', async () => {
  const rejection = { status: 'REJECTED', rejection_reason: 'NO_EVIDENCE', moderation_reason: 'No source' } as const
  const moderated = { ...rejection, moderated_at: new Date() }
  const rejected = await makeChangeLog({ ...moderated, moderated_by: (await makeProfile()).id })
  const [author, deal] = [rejected.reported_by_user_id!, rejected.deal_id]

  const edited = report({ title: 'Seats raised, with a source', source_url: 'https://vendor.example/plans' })
  expect(await resubmitChangeReport(author, deal, rejected.id, edited)).toBe('submitted')

  const verdict = { rejection_reason: null, moderation_reason: null, moderated_by: null, moderated_at: null }
  const { created_at } = rejected
  expect(await reportsOn(deal)).toMatchObject([{ ...edited, status: 'PENDING', ...verdict, created_at }])
})

test("members cannot edit other members' reports or verified ones of their own", async () => {
  const pending = await makeChangeLog()
  const verified = await makeChangeLog({ status: 'APPROVED' })
  const stranger = (await makeProfile()).id

  expect(await resubmitChangeReport(stranger, pending.deal_id, pending.id, report())).toBe('missing')
  const own = verified.reported_by_user_id!
  expect(await resubmitChangeReport(own, verified.deal_id, verified.id, report())).toBe('missing')
  expect(await resubmitChangeReport(pending.reported_by_user_id!, verified.deal_id, pending.id, report())).toBe(
    'missing',
  )
  expect(await reportsOn(pending.deal_id)).toEqual([pending])
  expect(await reportsOn(verified.deal_id)).toEqual([verified])
})

const faultsOf = (given: Record<string, string>) => {
  const { error } = changeReportForm(RECORD).safeParse({ title: 'Seats raised', description: 'Five now.', ...given })
  return error?.issues.map(({ path }) => path[0]) ?? []
}

test('report lengths count Unicode characters, in the form and in the database', async () => {
  const [author, deal] = [await makeProfile(), await makeDeal()]
  const longest = { title: '🦊'.repeat(100), description: 'a\r\n'.repeat(250), new_value: '🦊'.repeat(200) }
  await submitChangeReport(author.id, deal.id, report(longest))
  expect(await reportsOn(deal.id)).toMatchObject([{ title: longest.title }])

  const tooLong = { title: '🦊'.repeat(101), description: `${'a\n'.repeat(250)}b`, new_value: '🦊'.repeat(201) }
  for (const [field, value] of Object.entries(tooLong)) expect(faultsOf({ [field]: value })).toEqual([field])
  for (const [field, value] of [
    ['title', tooLong.title],
    ['description', 'b'.repeat(501)],
  ] as const) {
    await expect(makeChangeLog({ [field]: value })).rejects.toThrow('violates check constraint')
  }
})

test('change reports with blank text, invalid dates or URLs, or unknown options are rejected', () => {
  const wrong = {
    title: ['', '  ', '\u200b\u2060', 'bell \u0007'],
    description: ['', '\u3164'],
    effective_on: ['2026-02-29', '2026-13-01', '01/02/2026', 'soon'],
    source_url: ['javascript:alert(1)', 'vendor', 'https://me:secret@vendor.example/', 'https://v.example/ a'],
    kind: ['price', 'MADE_UP'],
    affects_owners: ['MAYBE'],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) expect([value, faultsOf({ [field]: value })]).toEqual([value, [field]])
  }
  expect(faultsOf({ source_url: `https://vendor.example/${'a'.repeat(2_048)}` })).toEqual(['source_url'])
})

test('empty optional fields of a report become null, and unknown fields are ignored', () => {
  const optional = { old_value: ' ', new_value: '', effective_on: '', source_url: '' }
  const unasked = { status: 'APPROVED', reported_by_user_id: 'me', moderation_reason: 'x', verified_at: '2020-01-01' }
  expect(report({ ...optional, ...unasked })).toEqual({
    title: 'Seats raised',
    description: 'Five instead of three.',
    kind: 'OTHER',
    field: null,
    plan_name: null,
    limit_label: null,
    old_value: null,
    new_value: null,
    effective_on: null,
    source_url: null,
    affects_owners: 'UNKNOWN',
  })
})

test.each([
  ['59', 'USD', '$59.00'],
  ['1,299.5', 'EUR', '€1,299.50'],
  ['59.00', 'GBP', '£59.00'],
  ['$59', 'USD', '$59'],
  ['59 a year', 'USD', '59 a year'],
  ['49,50', 'EUR', '49,50'],
  ['12345678', 'USD', '12345678'],
])('the value %j in a price change of a deal in %s is shown as %j', (value, currency, shown) => {
  expect(formatValue(value, { kind: 'PRICE', currency })).toBe(shown)
  expect(formatValue(value, { kind: 'LIMITS', currency })).toBe(value)
})

test.each([
  [
    { kind: 'REFUND', new_value: '30' },
    { kind: 'REFUND', field: 'refund_days', old_value: '60 days', new_value: '30 days' },
  ],
  [
    { kind: 'REFUND', new_value: 'none', old_value: '45 days' },
    { old_value: '45 days', new_value: 'No refund' },
  ],
  [
    { kind: 'end_date', new_value: '2026-12-31' },
    { kind: 'TERMS', field: 'end_date', old_value: null, new_value: '31 Dec 2026' },
  ],
  [
    { kind: 'PRICE', new_value: '69', plan_name: 'Team' },
    { plan_name: 'Team', old_value: '$118.00', new_value: '$69.00' },
  ],
  [
    { kind: 'PRICE', new_value: '69' },
    { plan_name: null, old_value: null, new_value: '$69.00' },
  ],
  [
    { kind: 'LIMITS', new_value: '3', plan_name: 'Solo', limit_label: 'Seats' },
    { kind: 'LIMITS', field: 'limits', limit_label: 'Seats', old_value: '2', new_value: '3' },
  ],
  [
    { kind: 'ENDED', new_value: 'gone', plan_name: 'Team' },
    { field: null, plan_name: null, new_value: 'gone' },
  ],
])('a report %j stores the value of the field and what the deal says', (given, stored) => {
  expect(report(given)).toMatchObject(stored)
})

test.each([
  [{ kind: 'REFUND', new_value: 'about two months' }, 'new_value', 'Value now must be a whole number from 0 to 3650.'],
  [{ kind: 'PRICE', new_value: '€49' }, 'new_value', 'names a different currency'],
  [{ kind: 'end_date', new_value: '2025-12-31' }, 'new_value', 'Value now cannot be before the start date.'],
  [{ kind: 'stackable', new_value: 'maybe' }, 'new_value', 'Value now must be "yes" or "no".'],
  [{ kind: 'PRICE', new_value: '49', plan_name: 'Gone' }, 'plan_name', 'is no longer one of the deal'],
])('a report %j is refused at its field', (given, path, message) => {
  const { error } = changeReportForm(RECORD).safeParse({ title: 'Changed', description: 'See there.', ...given })
  expect(error?.issues).toMatchObject([{ path: [path], message: expect.stringContaining(message) }])
})
