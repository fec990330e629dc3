import { expect, test } from 'vitest'
import * as edit from '~/routes/admin.deals.$id/route'
import * as create from '~/routes/admin.deals.new/route'
import { makeCategory, makeDeal, makePlatform, makeProfile, makePurchase } from '../factories'
import { renderPage, wordsOf } from '../render'

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
