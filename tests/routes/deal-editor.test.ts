import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEAL_FIELD_NAMES, type DealField } from '~/features/catalog/deals/deal-fields'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import * as edit from '~/routes/admin.deals.$id/route'
import * as create from '~/routes/admin.deals.new/route'
import { makeCategory, makeDeal, makePlans, makePlatform, makeProfile, makePurchase, makeVendor } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const newDeal = async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  return renderPage(manager, { pattern: '/admin/deals/new', path: '/admin/deals/new', routes: [create] })
}

/** The names of the controls, in their order. */
const controlsIn = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)[^>]* id="(\w+)"/g)].map(([, id]) => id)
test('the editor begins with the link, title, vendor, category, platform, dates and prices', async () => {
  await makeCategory()
  await makePlatform()
  const html = await newDeal()
  expect(controlsIn(html).slice(0, 13)).toEqual([
    'cta_url',
    'title',
    'vendor_name',
    'category_id',
    'platform_id',
    'start_date',
    'end_date',
    'deal_price',
    'deal_price_period',
    'currency',
    'original_price',
    'regular_price_period',
    'discount_percent',
  ])
  expect(html.indexOf('Fetch from link')).toBeLessThan(html.indexOf('id="title"'))
  expect(html).not.toContain('There are no')
})

const editorOf = async (id: string, form?: Record<string, string>) => {
  const manager = await makeProfile({ role: 'MANAGER' })
  return renderPage(manager, { pattern: '/admin/deals/:id', path: `/admin/deals/${id}`, routes: [edit], form })
}
/** The titles of the folds, with a mark on those that are open. */
const foldsIn = (html: string) =>
  [...html.matchAll(/<details([^>]*)><summary.*?<\/summary>/g)].map(
    ([fold, attributes = '']) => wordsOf(fold) + (attributes.includes(' open=""') ? ' (open)' : ''),
  )

test('what most deals need little of is folded, and open where it is filled', async () => {
  expect(foldsIn(await newDeal())).toEqual([
    'Terms',
    'Plans',
    'Coupon',
    'Media',
    'Affiliate link',
    'Pros & Cons',
    'FAQs',
    'Tags and slug',
  ])
  const { id } = await makeDeal({ refund_days: 60, coupon_code: 'AUTUMN', video_url: 'https://vendor.example/film' })
  expect(foldsIn(await editorOf(id)).filter((fold) => fold.endsWith('(open)'))).toEqual([
    'Terms (open)',
    'Coupon (open)',
    'Media (open)',
    'Tags and slug (open)',
  ])
})

test('the editor says whom logged changes notify, and what the form said stays after an error', async () => {
  const deal = await makeDeal()
  expect(wordsOf(await editorOf(deal.id))).toContain('No one owns or follows it yet, so no one is notified.')
  await makePurchase({ deal_id: deal.id })
  expect(wordsOf(await editorOf(deal.id))).toContain('Notifies 1 owner within the hour if it affects them.')
  expect(wordsOf(await editorOf(deal.id))).toContain('Followers are notified of another price or end in any case.')
  const checked = (html: string) =>
    [...html.matchAll(/<input[^>]* name="(affects_owners|silent)"[^>]* checked=""/g)].map(([, name]) => name)
  expect(checked(await editorOf(deal.id))).toEqual([])
  const form = { title: '', affects_owners: 'on', silent: 'on' }
  expect(checked(await editorOf(deal.id, form))).toEqual(['affects_owners', 'silent'])
})

test('a fold with an error is open, and the summary names the row', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  const form = {
    'plans[0].name': '',
    'plans[0].price': '$1.299',
    'faqs[0].question': 'Why?',
    'faqs[0].answer': 'So.',
    'faqs[1].question': 'Is there an API?',
    refund_days: '60',
  }
  const page = { pattern: '/admin/deals/new', path: '/admin/deals/new', routes: [create], form }
  const html = await renderPage(manager, page)
  expect(foldsIn(html).filter((fold) => fold.endsWith('(open)'))).toEqual([
    'Terms (open)',
    'Plans (open)',
    'FAQs (open)',
  ])
  const summary = /<div[^>]* role="alert".*?<\/ul>/.exec(html)?.[0] ?? ''
  expect(summary).toContain('<a href="#faqs[1].answer" class="inline-block py-0.5">Question 2 needs an answer.</a>')
  expect(html).toContain('id="faqs[1].answer"')
  expect(wordsOf(summary)).toContain(
    'Plan 1: Price can have at most two decimals, such as 59.50. If the point separates',
  )
  expect(html).toContain('value="$1.299"')
})

test('the editor of a site without categories or platforms says so and links where they are made', async () => {
  const html = await newDeal()
  expect(wordsOf(html)).toContain('There are no categories yet Every deal needs one. Create a category')
  expect(wordsOf(html)).toContain('There are no platforms yet Every deal needs one. Create a platform')
  expect(html).toMatch(/href="\/admin\/categories\/new"/)
  expect(html).toMatch(/href="\/admin\/platforms\/new"/)
})

test('the editor says since when visitors see a deal as Expired whose end date has passed', async () => {
  const { id } = await makeDeal({ status: 'ACTIVE', start_date: '2020-01-01', end_date: '2025-10-12' })
  expect(wordsOf(await editorOf(id))).toContain('Visitors see Expired since 13 Oct 2025.')
})

test.each([
  ['https://aff.link/docusign', 'This is a short link aff.link does not show where it leads.'],
  ['https://appsumo.8odi.net/DyGKWj', 'This is a tracking link appsumo.8odi.net belongs to a network'],
  [
    'https://quillstack.app/buy?lifetime&via=joe',
    'This link credits a partner Its parameter via names who is paid. If it earns for us, store it as the affiliate link, and https://quillstack.app/buy?lifetime as the CTA URL.',
  ],
  ['https://quillstack.app/buy?lifetime', undefined],
])('the editor warns of the link %s: %s', async (cta_url, warning) => {
  const deal = await makeDeal({ cta_url })
  const words = wordsOf(await editorOf(deal.id))
  if (warning) expect(words).toContain(warning)
  else expect(words).not.toContain('someone else a commission')
})

/** For each field a value that it does not accept, and what is said at it. Lists are named by the control of a row. */
const WRONG: Record<Exclude<DealField, 'published'>, [value: string, message: string, control?: string]> = {
  title: ['x'.repeat(201), 'Title can have at most 200 characters, not 201.'],
  slug: ['Not a slug', 'Slug can contain only lowercase letters, digits and single hyphens between them.'],
  vendor_name: ['\u202eNorthpane', 'Vendor name contains an invisible character that reverses text (U+202E).'],
  category_id: ['', 'Category is required.'],
  platform_id: ['1', 'Platform is required.'],
  summary: ['x'.repeat(501), 'Summary can have at most 500 characters, not 501.'],
  description: ['x'.repeat(20_001), 'Description can have at most 20000 characters, not 20001.'],
  original_price: ['$1.299', 'Original price can have at most two decimals, such as 59.50.'],
  regular_price_period: ['WEEK', 'Billing period must be one of ONCE, MONTH, YEAR.'],
  deal_price: ['-5', 'Deal price cannot be negative.'],
  deal_price_period: ['weekly', 'Deal price period must be one of ONCE, MONTH, YEAR.'],
  discount_percent: ['100', 'Discount percent must be a whole number from 1 to 99.'],
  currency: ['dollars', 'Currency must be three letters, such as USD.'],
  start_date: ['2026-02-30', 'Start date must be a real date written as YYYY-MM-DD, such as 2026-01-31.'],
  end_date: ['2025-01-01', 'End date cannot be before the start date.'],
  tags: [`notes, ${'x'.repeat(51)}`, 'Tags, entry 2 can have at most 50 characters, not 51.'],
  cta_url: ['javascript:alert(1)', 'CTA URL must be a full web address, such as https://vendor.example/deal.'],
  hero_image_url: [
    '/pictures/../etc',
    'Hero image URL must be a full web address, such as https://vendor.example/deal.',
  ],
  video_url: ['data:text/html,<script>', 'Video URL must be a full web address, such as https://vendor.example/deal.'],
  affiliate_url: ['https://a:b@vendor.example/', 'Affiliate link cannot contain a username or password.'],
  coupon_code: ['x'.repeat(41), 'Coupon code can have at most 40 characters, not 41.'],
  coupon_note: ['x'.repeat(201), 'Coupon note can have at most 200 characters, not 201.'],
  lifetime_means: ['99 years', 'Lifetime means must be one of PRODUCT, COMPANY, ACCOUNT, 1 YEARS and so on.'],
  refund_days: ['3651', 'Refund days must be a whole number from 0 to 3650.'],
  refund_from: ['delivery', 'Refund counts from must be one of PURCHASE, REDEMPTION.'],
  redeem_days: ['2.5', 'Redeem within (days) must be a whole number from 1 to 3650.'],
  stackable: ['perhaps', 'Codes can be stacked must be "yes" or "no".'],
  max_codes: ['3', 'Max codes can be given only when codes can be stacked.'],
  transferable: ['1', 'Transferable must be "yes" or "no".'],
  future_versions: ['x'.repeat(201), 'Future versions can have at most 200 characters, not 201.'],
  shutdown_notice: ['\u2800', 'Notice before shutdown has no visible text.'],
  terms_url: ['vendor terms', "Vendor's terms must be a full web address, such as https://vendor.example/deal."],
  terms_read_on: ['today', 'Terms read on must be a real date written as YYYY-MM-DD, such as 2026-01-31.'],
  plans: ['cheap', 'Plan 1: Price must be a number from 0 to 9999999.99, such as 59 or 59.50.', 'plans[0].price'],
  limits: ['x'.repeat(81), 'Limit 1: Label can have at most 80 characters, not 81.', 'limits[0].label'],
  status: ['DELETED', 'Status must be one of ACTIVE, ENDING_SOON, EXPIRED, UPCOMING.'],
  pros_cons: ['x'.repeat(501), 'Entry 1: Text can have at most 500 characters, not 501.', 'pros_cons[0].text'],
  faqs: ['x'.repeat(301), 'Question 1: Question can have at most 300 characters, not 301.', 'faqs[0].question'],
}

const send = async (id: string, form: Record<string, string>) => {
  const request = await requestAs(await makeProfile({ role: 'MANAGER' }), `/admin/deals/${id}`, form)
  return answer(edit.action({ request, params: { id }, context: {} })) as Promise<{
    data: { error?: Record<string, string[]>; initialValue: object }
    init: { status: number }
  }>
}

/** The form of a deal that costs $59, with a row in each list. */
const formOf = (deal: Awaited<ReturnType<typeof makeDeal>>) => ({
  version: '1',
  title: deal.title,
  vendor_name: deal.vendor_name,
  category_id: deal.category_id,
  platform_id: deal.platform_id,
  start_date: deal.start_date,
  cta_url: deal.cta_url,
  deal_price: '59',
  'plans[0].name': 'Solo',
  'plans[0].price': '59',
  'pros_cons[0].type': 'PRO',
  'pros_cons[0].text': 'Fast',
  'faqs[0].question': 'Why?',
  'faqs[0].answer': 'So.',
})

test.each(Object.entries(WRONG))(
  'a wrong value of %s is named at it and kept',
  async (field, [value, message, control]) => {
    const deal = await makeDeal({ deal_price: '59.00' })
    const name = control ?? field
    const { data, init } = await send(deal.id, { ...formOf(deal), [name]: value })
    expect(init.status).toBe(400)
    expect(data.error?.[name]?.join(' ')).toContain(message)
    const kept = name.split(/[[\].]+/).reduce<unknown>((row, part) => Object(row)[part], data.initialValue)
    expect(kept).toBe(value === '' ? undefined : value)
  },
)

test('an empty form is refused at each required field, and at no other one', async () => {
  const { data } = await send((await makeDeal()).id, { version: '1' })
  const labels = { title: 'Title', vendor_name: 'Vendor name', category_id: 'Category', platform_id: 'Platform' }
  const required = Object.entries({ ...labels, start_date: 'Start date', cta_url: 'CTA URL' })
  expect(data.error).toEqual(Object.fromEntries(required.map(([name, label]) => [name, [`${label} is required.`]])))
})

test.each([
  [{ category_id: crypto.randomUUID() }, 'category_id', 'Category was deleted in the meantime. Choose another one.'],
  [{ platform_id: crypto.randomUUID() }, 'platform_id', 'Platform was deleted in the meantime. Choose another one.'],
  [
    { record_change: 'on' },
    'record_title',
    'Price, summary, description and end date are unchanged, so there is nothing to log.',
  ],
  [
    { deal_price: '', deal_price_period: 'MONTH' },
    'deal_price',
    'A deal that is paid every month or year needs a deal price.',
  ],
])('a save with %j is refused at %s', async (given, name, message) => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const { data, init } = await send(deal.id, { ...formOf(deal), ...given })
  expect(init.status).toBe(400)
  expect(data.error?.[name]?.join(' ')).toBe(message)
})

test('a new deal of a closed vendor says so, and one of a suggestion that is gone is not saved', async () => {
  const ended = { status: 'SHUT_DOWN' as const, status_on: '2026-05-04', status_source_url: 'https://news.example/end' }
  const vendor_name = (await makeVendor({ name: 'Moorline', ...ended })).name
  const form = { ...formOf(await makeDeal()), vendor_name, id: crypto.randomUUID() }
  const manager = await makeProfile({ role: 'MANAGER' })
  const submit = async (given: object) => {
    const request = await requestAs(manager, '/admin/deals/new', { ...form, ...given })
    return answer(create.action({ request, params: {}, context: {} }))
  }
  expect(await submit({ suggestion: crypto.randomUUID() })).toMatchObject({
    init: { status: 409 },
    data: { error: { '': ['The suggestion was taken back in the meantime. Nothing was saved.'] } },
  })
  const created = (await submit({})) as Response
  expect(toastOf(created)).toMatchObject({
    title: 'Deal created',
    text: 'Its vendor has shut down, so the deal is Expired.',
  })
})

test('a hundred rows of plans are refused in a sentence, and all of them are kept', async () => {
  const { id } = await makeDeal()
  const rows = Array.from({ length: 100 }, (_, row) => [
    [`plans[${row}].name`, `Tier ${row}`],
    [`plans[${row}].price`, '59'],
  ])
  const { data } = await send(id, { version: '1', ...Object.fromEntries(rows.flat()) })
  expect(data.error?.plans).toEqual(['A deal can have at most 8 plans.'])
  expect(data.initialValue).toMatchObject({ plans: { length: 100 } })
})

test('a form of a deal that was merged into another one meanwhile answers 404', async () => {
  const [deal, into] = [await makeDeal(), await makeDeal()]
  const admin = await makeProfile({ role: 'ADMIN' })
  await mergeRecords(admin, 'deal', deal.id, into.id)
  expect(await send(deal.id, formOf(deal))).toMatchObject({ status: 404 })
})

test('a step of the form saves nothing and gives other values to its fields', async () => {
  const cta_url = 'https://quillstack.app/buy?via=joe'
  const deal = await makeDeal({ cta_url, hero_image_url: '/demo/quillstack.svg' })
  const valuesAfter = async (step: string) => {
    const { data } = await send(deal.id, { step, cta_url, hero_image_url: '/demo/quillstack.svg', title: 'Typed' })
    expect(data.error).toBeUndefined()
    return data.initialValue
  }
  expect(await valuesAfter('store-as-affiliate')).toMatchObject({
    title: 'Typed',
    affiliate_url: cta_url,
    cta_url: 'https://quillstack.app/buy',
  })
  expect(await valuesAfter('keep-link')).toMatchObject({ cta_url, kept_link: cta_url })
  expect(await valuesAfter('remove-picture')).toMatchObject({ hero_image_url: '' })
  const html = await editorOf(deal.id, { step: 'keep-link', cta_url })
  expect(html).not.toContain('Keep as it is')
})

test('the form has a control for each field of a deal', async () => {
  const { id } = await makeDeal({ deal_price: '59.00' })
  await makePlans(id, [{ name: 'Solo', price: '59.00' }], [{ label: 'Seats', values: ['2'] }])
  await db.insertInto('deal_pros_cons').values({ deal_id: id, position: 0, type: 'PRO', text: 'Fast' }).execute()
  await db.insertInto('deal_faqs').values({ deal_id: id, position: 0, question: 'Why?', answer: 'So.' }).execute()
  const html = await editorOf(id)
  const missing = DEAL_FIELD_NAMES.filter((field) => !new RegExp(` name="${field}[["]`).test(html))
  expect(missing).toEqual([])
})
