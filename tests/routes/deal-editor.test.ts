import { expect, test } from 'vitest'
import * as edit from '~/routes/admin.deals.$id/route'
import * as create from '~/routes/admin.deals.new/route'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'

const newDeal = async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  return renderPage(manager, { pattern: '/admin/deals/new', path: '/admin/deals/new', routes: [create] })
}

/** The names of the controls, in their order. */
const controlsIn = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)[^>]* id="(\w+)"/g)].map(([, id]) => id)
/** The titles of the folded boxes, with whether they are open. */
const foldsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<details [^>]*><summary[^>]*><h2.*?<\/h2>/g)].map(([fold]) => [
      wordsOf(fold),
      / open=""/.test(fold),
    ]),
  )

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

test('terms, coupon, media and plans of a deal are folded until they have a value', async () => {
  expect(foldsIn(await newDeal())).toEqual({
    Terms: false,
    Coupon: false,
    Media: false,
    'Affiliate link': false,
    Plans: false,
  })
  const { id } = await makeDeal({ refund_days: 30, coupon_code: 'AUTUMN' })
  const manager = await makeProfile({ role: 'MANAGER' })
  const html = await renderPage(manager, { pattern: '/admin/deals/:id', path: `/admin/deals/${id}`, routes: [edit] })
  expect(foldsIn(html)).toEqual({
    Terms: true,
    Coupon: true,
    Media: false,
    'Affiliate link': false,
    Plans: false,
  })
})

test('the editor of a site without categories or platforms says so and links where they are made', async () => {
  const html = await newDeal()
  expect(wordsOf(html)).toContain('There are no categories yet Every deal needs one. Create a category')
  expect(wordsOf(html)).toContain('There are no platforms yet Every deal needs one. Create a platform')
  expect(html).toMatch(/href="\/admin\/categories\/new"/)
  expect(html).toMatch(/href="\/admin\/platforms\/new"/)
})
