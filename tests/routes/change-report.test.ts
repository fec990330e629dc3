import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as page from '~/routes/deals.$slug.changes/route'
import * as price from '~/routes/deals.$slug_.price/route'
import { makeChangeLog, makeDeal, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const { action, loader } = page

type Person = { id: string } | null
type Form = Record<string, string>
type Refusal = { data: { error: Record<string, string[]> }; init: { status: number; headers: Record<string, string> } }

const FORM = { title: 'Seats raised', description: 'Five instead of three.' }

const send = async (as: Person, slug: string, form: Form = FORM, search = '') =>
  answer(
    action({ request: await requestAs(as, `/deals/${slug}/changes${search}`, form), params: { slug }, context: {} }),
  )
const open = async (as: Person, slug: string, search = '') =>
  loader({ request: await requestAs(as, `/deals/${slug}/changes${search}`), params: { slug }, context: {} })
const stored = () => db.selectFrom('change_logs').selectAll().execute()

test('a change report submitted concurrently is stored once, and the author is redirected with a toast', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const details = {
    kind: 'PRICE',
    old_value: '$49.00',
    new_value: '$59.00',
    effective_on: '2026-02-28',
    source_url: 'https://vendor.example/plans',
    affects_owners: 'NO',
  }
  for (const response of await Promise.all([1, 2, 3].map(() => send(ada, deal.slug, { ...FORM, ...details })))) {
    expect((response as Response).headers.get('Location')).toBe(`/deals/${deal.slug}/changes#record`)
    const said = { title: 'Change reported', text: 'Your report is pending verification' }
    expect(toastOf(response as Response)).toMatchObject({ tone: 'success', ...said })
  }
  const author = { deal_id: deal.id, reported_by_user_id: ada.id, status: 'PENDING' }
  expect(await stored()).toMatchObject([{ ...FORM, ...details, ...author }])
})

const PAGE = '/deals/:slug/changes'

test.each([
  [
    'REFUND',
    /<input[^>]*inputMode="numeric"[^>]*name="new_value"|<input[^>]*name="new_value"[^>]*inputMode="numeric"/i,
  ],
  ['end_date', /<input[^>]*type="date"[^>]*name="new_value"|<input[^>]*name="new_value"[^>]*type="date"/],
  ['stackable', /<select[^>]*name="new_value"/],
  ['OTHER', /<input[^>]*type="text"[^>]*name="new_value"|<input[^>]*name="new_value"/],
])('the form about %s has the control of its field', async (kind, control) => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const html = await renderPage(ada, {
    pattern: PAGE,
    path: `/deals/${deal.slug}/changes?kind=${kind}`,
    routes: [page],
  })
  expect(html).toMatch(control)
  expect(html).toContain(`<option value="${kind}" selected="">`)
})

test('a refused value stays in its control, with the sentence at the field', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const form = { ...FORM, kind: 'REFUND', new_value: '7 words' }
  const html = await renderPage(ada, { pattern: PAGE, path: `/deals/${deal.slug}/changes`, routes: [page], form })
  expect(html).toContain('Value now must be a whole number from 0 to 3650.')
  expect(html).toMatch(/<input[^>]*name="new_value"[^>]*value="7 words"/)
  expect(html).toContain('<option value="REFUND" selected="">')
  expect(await stored()).toEqual([])
})

test('the edited report has its value as the control shows it', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, kind: 'end_date', new_value: '2099-12-31' })
  const { id } = (await stored())[0]!
  expect(await stored()).toMatchObject([{ kind: 'TERMS', field: 'end_date', new_value: '31 Dec 2099' }])
  const path = `/deals/${deal.slug}/changes?edit=${id}`
  const html = await renderPage(ada, { pattern: PAGE, path, routes: [page] })
  expect(html).toMatch(/<input[^>]*name="new_value"[^>]*value="2099-12-31"/)
  await send(ada, deal.slug, { ...FORM, kind: 'end_date', new_value: 'none' }, `?edit=${id}`)
  expect(await stored()).toMatchObject([{ new_value: 'No end date' }])
})

test('an invalid change report returns errors by field and the submitted values', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const form = { title: 'a'.repeat(101), description: '', effective_on: '2026-02-30', source_url: 'vendor' }
  const refusal = (await send(ada, deal.slug, form)) as Refusal
  expect(Object.keys(refusal.data.error).sort()).toEqual(['description', 'effective_on', 'source_url', 'title'])
  const typed = { title: form.title, effective_on: form.effective_on, source_url: form.source_url }
  expect(refusal).toMatchObject({ init: { status: 400 }, data: { initialValue: typed } })
  expect(await send(ada, deal.slug, { ...FORM, title: 'a\0b' })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual([])
})

test('the eleventh change report or edit of a day answers 429 with the submitted values', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, title: '' })
  for (let i = 1; i <= 10; i++) await send(ada, deal.slug, { ...FORM, title: `Report ${i}` })
  expect(await stored()).toHaveLength(10)

  const eleventh = { ...FORM, title: 'One too many' }
  for (const search of ['', `?edit=${(await stored())[0]!.id}`]) {
    const refusal = (await send(ada, deal.slug, eleventh, search)) as Refusal
    expect(refusal).toMatchObject({ init: { status: 429 }, data: { initialValue: eleventh } })
    expect(refusal.data.error['']).toEqual([expect.stringMatching(/10 change reports a day.*Try again in \d+ hours/)])
    expect(Number(refusal.init.headers['Retry-After'])).toBeGreaterThan(3_600)
  }
  expect(await send(ada, deal.slug, { ...FORM, title: 'Report 10' })).toMatchObject({ status: 303 })
  expect(await stored()).toHaveLength(10)
  expect(await send(await makeProfile(), deal.slug)).toMatchObject({ status: 303 })
})

test('double clicks and repeated edits count once towards the daily limit', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  for (let i = 1; i <= 9; i++) {
    const click = () => send(ada, deal.slug, { ...FORM, title: `Report ${i}` })
    expect(await Promise.all([click(), click()])).toMatchObject([{ status: 303 }, { status: 303 }])
  }
  const [first] = await stored()
  const edit = () => send(ada, deal.slug, { ...FORM, title: 'Edited' }, `?edit=${first!.id}`)
  expect(await Promise.all([edit(), edit()])).toMatchObject([{ status: 303 }, { status: 303 }])
  expect(await stored()).toHaveLength(9)
  expect(await db.selectFrom('rate_limits').select('points').execute()).toEqual([{ points: 10 }])
})

test('the same report with another value is a new report', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, kind: 'PRICE', new_value: '$59.00' })
  await send(ada, deal.slug, { ...FORM, kind: 'PRICE', new_value: '$69.00' })
  expect((await stored()).map(({ new_value }) => new_value).sort()).toEqual(['$59.00', '$69.00'])
})

test('an edited report replaces the old one and is pending again', async () => {
  const deal = await makeDeal()
  const rejected = await makeChangeLog({ deal_id: deal.id, status: 'REJECTED', moderation_reason: 'No source' })
  const author = { id: rejected.reported_by_user_id! }
  expect((await open(author, deal.slug)).edited).toBeUndefined()
  expect((await open(author, deal.slug, `?edit=${rejected.id}`)).edited).toMatchObject({ id: rejected.id })

  const response = await send(author, deal.slug, FORM, `?edit=${rejected.id}`)

  expect(toastOf(response as Response)).toMatchObject({ title: 'Change reported' })
  expect(await stored()).toMatchObject([{ ...FORM, id: rejected.id, status: 'PENDING', moderation_reason: null }])
})

test('editing a verified, foreign or unknown report answers 404 with the submitted values', async () => {
  const deal = await makeDeal()
  const verified = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
  const pending = await makeChangeLog({ deal_id: deal.id })
  const author = { id: verified.reported_by_user_id! }
  for (const id of [verified.id, pending.id, crypto.randomUUID()]) {
    const refusal = await send(author, deal.slug, FORM, `?edit=${id}`)
    expect(refusal).toMatchObject({ init: { status: 404 }, data: { initialValue: FORM } })
  }
  expect(await stored()).toEqual(expect.arrayContaining([verified, pending]))
})

const PRICE = {
  before: '59.00',
  now: '49',
  source_url: 'vendor.example/lifetime',
  period: 'ONCE',
  affects_owners: 'NO',
}
const sendPrice = async (as: Person, slug: string, form: Form = PRICE) =>
  answer(price.action({ request: await requestAs(as, `/deals/${slug}/price`, form), params: { slug }, context: {} }))

test('a price report becomes a change report that describes itself', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00', currency: 'USD' })]
  const sent = (await sendPrice(ada, deal.slug, { ...PRICE, now: '49 USD' })) as Response
  expect(sent.headers.get('Location')).toBe(`/deals/${deal.slug}/changes#record`)
  expect(await stored()).toMatchObject([
    {
      kind: 'PRICE',
      title: 'Price lowered',
      description: 'Price lowered',
      old_value: '59.00',
      new_value: '49.00',
      source_url: 'https://vendor.example/lifetime',
      affects_owners: 'NO',
      effective_on: null,
      status: 'PENDING',
      reported_by_user_id: ada.id,
    },
  ])
})

test('a price report says how the price is paid, and has the words and the day of its author', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '5.00', deal_price_period: 'MONTH' })]
  const words = { title: 'Now a year at once', description: 'Seen at the checkout.', effective_on: '2026-11-20' }
  await sendPrice(ada, deal.slug, { ...PRICE, before: '$5', now: '$48', period: 'YEAR', ...words })
  expect(await stored()).toMatchObject([{ ...words, old_value: '$5/mo', new_value: '$48/yr' }])
})

test('without a price on record, the price before is optional', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: null })]
  expect(await sendPrice(ada, deal.slug, { ...PRICE, before: '' })).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject([{ title: 'First price on record', old_value: null, new_value: '49.00' }])
})

test.each<[string, Form, string]>([
  ['now', { now: '' }, 'Now is required.'],
  ['before', { before: '' }, 'Before is required.'],
  ['now', { now: '1.299' }, 'If the point separates thousands, type 1299.'],
  ['now', { now: '49 EUR' }, 'Now names a different currency.'],
  ['now', { now: '59' }, 'Now is the same as before.'],
  ['source_url', { source_url: '' }, 'Source is required.'],
  ['source_url', { source_url: 'the checkout' }, 'Source must be a full web address'],
  ['effective_on', { effective_on: '2026-02-30' }, 'Since must be a real date'],
  ['period', { period: 'WEEK' }, 'Choose how the price is paid.'],
])('a price report is rejected at the field %s with %j', async (field, wrong, message) => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00' })]
  const form = { ...PRICE, ...wrong }
  const refusal = (await sendPrice(ada, deal.slug, form)) as Refusal
  expect(refusal).toMatchObject({
    init: { status: 400 },
    data: { error: { [field]: [expect.stringContaining(message)] } },
  })
  const { initialValue } = refusal.data as { initialValue?: Form }
  expect(initialValue).toMatchObject(Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')))
  expect(await stored()).toEqual([])
})

test('the page of a price report begins with the price on record, and shows the entry as it will be', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00' })]
  const pricePage = { pattern: '/deals/:slug/price', path: `/deals/${deal.slug}/price`, routes: [price] }
  expect(await renderPage(ada, pricePage)).toMatch(/name="before"[^>]* value="59.00"/)
  const html = await renderPage(ada, { ...pricePage, form: { ...PRICE, source_url: '' } })
  const preview = wordsOf(html.slice(html.indexOf('id="preview"')))
  expect(preview).toMatch(
    /In the Change Log Price lowered Before: \$59\.00 → Now: \$49\.00 Affects new buyers only We check/,
  )

  const visitor = await requestAs(null, pricePage.path)
  const toSignIn = (await answer(
    price.loader({ request: visitor, params: { slug: deal.slug }, context: {} }),
  )) as Response
  expect(toSignIn.headers.get('Location')).toBe(`/auth?${new URLSearchParams({ redirectTo: pricePage.path })}`)
  expect(toastOf(toSignIn)).toMatchObject({ text: 'Please sign in to report changes' })
  const draft = await makeDeal({ published: false })
  const request = await requestAs(ada, `/deals/${draft.slug}/price`)
  expect(await answer(price.loader({ request, params: { slug: draft.slug }, context: {} }))).toMatchObject({
    status: 404,
  })
})
