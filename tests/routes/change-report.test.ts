import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as page from '~/routes/deals.$slug.changes/route'
import { loader as price } from '~/routes/deals.$slug_.price'
import { makeChangeLog, makeDeal, makeProfile } from '../factories'
import { renderPage } from '../render'
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
  kind: 'PRICE',
  old_value: '59.00',
  new_value: '49',
  source_url: 'vendor.example/lifetime',
  affects_owners: 'NO',
}

test('a report about a price describes itself, and has the price on record before', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00', currency: 'USD' })]
  const sent = (await send(ada, deal.slug, { ...PRICE, new_value: '49 USD' })) as Response
  expect(sent.headers.get('Location')).toBe(`/deals/${deal.slug}/changes#record`)
  expect(await stored()).toMatchObject([
    {
      kind: 'PRICE',
      title: 'Price lowered',
      description: 'Price lowered',
      old_value: '$59.00',
      new_value: '$49.00',
      source_url: 'https://vendor.example/lifetime',
      affects_owners: 'NO',
      effective_on: null,
      status: 'PENDING',
      reported_by_user_id: ada.id,
    },
  ])
})

test('a report about a price says how it is paid, has the words of its author, and is edited with both', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '5.00', deal_price_period: 'MONTH' })]
  const words = { title: 'Now a year at once', description: 'Seen at the checkout.', effective_on: '2026-11-20' }
  await send(ada, deal.slug, { kind: 'PRICE', new_value: '$48', period: 'YEAR', ...words })
  expect(await stored()).toMatchObject([{ ...words, old_value: '$5/mo', new_value: '$48/yr' }])
  const { form } = await open(ada, deal.slug, `?edit=${(await stored())[0]!.id}`)
  expect(form).toMatchObject({ kind: 'PRICE', values: { ...words, new_value: '48.00', period: 'YEAR' } })
})

test('without a price on record, there is no price before', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: null })]
  expect(await send(ada, deal.slug, { ...PRICE, old_value: '' })).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject([{ title: 'First price on record', old_value: null, new_value: '$49.00' }])
})

test.each<[string, Form, string]>([
  ['title', { new_value: '' }, 'Title is required.'],
  ['description', { new_value: '', title: 'Changed' }, 'Description is required.'],
  ['new_value', { new_value: '1.299' }, 'If the point separates thousands, type 1299.'],
  ['new_value', { new_value: '49 EUR' }, 'Value now names a different currency.'],
  ['new_value', { new_value: '59' }, 'Value now is the same as before.'],
  ['source_url', { source_url: 'the checkout' }, 'Source link must be a full web address'],
  ['effective_on', { effective_on: '2026-02-30' }, 'Effective date must be a real date'],
  ['period', { period: 'WEEK' }, 'Billing period must be one of'],
])('a report about a price is rejected at the field %s with %j', async (field, wrong, message) => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00' })]
  const form = { ...PRICE, ...wrong }
  const refusal = (await send(ada, deal.slug, form)) as Refusal
  expect(refusal).toMatchObject({ init: { status: 400 } })
  expect(refusal.data.error).toMatchObject({ [field]: [expect.stringContaining(message)] })
  const { initialValue } = refusal.data as { initialValue?: Form }
  expect(initialValue).toMatchObject(Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')))
  expect(await stored()).toEqual([])
})

const openPrice = async (as: Person, slug: string) =>
  (await answer(
    price({ request: await requestAs(as, `/deals/${slug}/price`), params: { slug }, context: {} }),
  )) as Response

test('the address of a price report leads to the form with Price chosen, whose values come first', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal({ deal_price: '59.00' })]
  const { headers } = await openPrice(ada, deal.slug)
  expect(headers.get('Location')).toBe(`/deals/${deal.slug}/changes?kind=PRICE#report`)
  const path = `/deals/${deal.slug}/changes?kind=PRICE`
  const html = await renderPage(ada, { pattern: PAGE, path, routes: [page] })
  expect(html).toMatch(/name="old_value"[^>]* value="59.00"/)
  const names = [
    ...html.slice(html.indexOf('id="report-heading"')).matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g),
  ]
  expect(names.map(([, name]) => name)).toEqual([
    ...['kind', 'kind', 'old_value', 'new_value', 'period', 'source_url', 'affects_owners', 'effective_on'],
    ...['title', 'description'],
  ])
})

test('visitors sign in to report a price, and a draft has no such address', async () => {
  const [ada, deal, draft] = [await makeProfile(), await makeDeal(), await makeDeal({ published: false })]
  const toSignIn = await openPrice(null, deal.slug)
  const redirectTo = `/deals/${deal.slug}/price`
  expect(toSignIn.headers.get('Location')).toBe(`/auth?${new URLSearchParams({ redirectTo })}`)
  expect(toastOf(toSignIn)).toMatchObject({ text: 'Please sign in to report changes' })
  expect((await openPrice(ada, draft.slug)).status).toBe(404)
})
