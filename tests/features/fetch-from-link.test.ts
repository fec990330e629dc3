import fs from 'node:fs'
import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startWeb } from '#tests/local-web'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import type { DealFormResult } from '~/features/catalog/deals/editor/deal-draft'
import { titleKey } from '~/features/catalog/products/product-key'
import { fetchFromLink } from '~/features/catalog/vendor-pages/fetch-from-link.server'
import type { Network } from '~/http/network.server'
import { action as edit } from '~/routes/admin.deals.$id/route'
import { action as create } from '~/routes/admin.deals.new/route'
import { makeDeal, makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

afterEach(() => {
  env.RATE_LIMIT = true
})

type Form = Record<string, string>
type Result = { data: NonNullable<DealFormResult>; init: { status?: number } | null }

const manager = () => makeProfile({ role: 'MANAGER' })

/** The answer to the button, and the values that differ from what was sent. */
async function fetchLink(form: Form, network?: Network, staff?: { id: string }) {
  const user = staff ?? (await manager())
  const sent: Form = { step: 'fetch-from-link', currency: 'USD', ...form }
  const request = await requestAs(user, '/admin/deals/new', sent)
  const { data, init } = (await fetchFromLink(request, user, network)) as Result
  const texts = Object.entries(data.initialValue ?? {}).filter(([, value]) => typeof value === 'string') as [
    string,
    string,
  ][]
  const values: Form = Object.fromEntries(texts.filter(([name, value]) => value !== sent[name]))
  return { ...data, status: init?.status ?? 200, values }
}

const html =
  (text: string): RequestListener =>
  (_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(text)

const fixture = (name: string) => fs.readFileSync(`tests/fixtures/pages/${name}.html`, 'utf8')

async function fetchPageOf(text: string, form: Form = {}) {
  const web = await startWeb(html(text))
  return fetchLink({ cta_url: web.url('vendor.example', '/lifetime'), ...form }, web.network)
}

describe('fetching from the link', () => {
  test('fills the empty fields of a deal from the page', async () => {
    const { fetched, values, initialValue, error } = await fetchPageOf(fixture('json-ld-array'))
    expect(values).toEqual({
      title: 'Plumeboard Lifetime',
      vendor_name: 'Plumeboard',
      summary: 'Plans on one board, for small teams & clubs.',
      hero_image_url: expect.stringMatching(/^http:\/\/vendor\.example:\d+\/img\/board\.png$/),
      deal_price: '59.00',
    })
    expect(fetched).toEqual({
      title: 'Filled from vendor.example',
      text: 'Title, vendor, summary, picture, and price. Please check them.',
    })
    expect(initialValue).toMatchObject({ currency: 'USD' })
    expect(error).toBeUndefined()
  })

  test('keeps everything that was entered, lists too', async () => {
    const entered = {
      title: 'My own title',
      summary: ' ',
      deal_price: '1',
      'faqs[0].question': 'Why?',
      'faqs[0].answer': 'So.',
      version: '7',
    }
    const { values, initialValue } = await fetchPageOf(fixture('json-ld-array'), entered)
    expect(Object.keys(values).sort()).toEqual(['hero_image_url', 'summary', 'vendor_name'])
    const { title, deal_price, version } = entered
    expect(initialValue).toMatchObject({ title, deal_price, version, faqs: [{ question: 'Why?', answer: 'So.' }] })
  })

  test('reports when every field of the page is filled already', async () => {
    const entered = { title: 'a', vendor_name: 'b', deal_price: '1' }
    const { fetched } = await fetchPageOf(fixture('json-ld-graph'), entered)
    const { values } = await fetchPageOf(fixture('aggregate-offer'), entered)
    const text = 'Everything that vendor.example states is entered already.'
    expect(fetched).toEqual({ title: 'Nothing to fill', text })
    expect(values).toEqual({})
  })

  test('saves nothing', async () => {
    await fetchPageOf(fixture('json-ld-array'))
    expect(await db.selectFrom('deals').select('id').execute()).toEqual([])
    expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
  })

  test.each([
    ['with the price, while no price is entered', { currency: 'USD' }, { deal_price: '79.00', currency: 'EUR' }],
    [
      'with the price, while it is empty',
      { currency: '', original_price: '99' },
      { deal_price: '79.00', currency: 'EUR' },
    ],
    ['not, beside an original price in another one', { currency: 'USD', original_price: '99' }, {}],
    ['not, where it is the same', { currency: 'eur', original_price: '99' }, { deal_price: '79.00' }],
  ])('fills the currency %s', async (_, form: Form, expected) => {
    const { deal_price, currency } = (await fetchPageOf(fixture('json-ld-graph'), form)).values
    expect({ ...(deal_price && { deal_price }), ...(currency && { currency }) }).toEqual(expected)
  })

  test('does not fill an ambiguous price', async () => {
    for (const page of ['no-currency', 'sources-disagree', 'two-products']) {
      const { values } = await fetchPageOf(`${fixture(page)}<meta property="og:title" content="A product">`)
      expect(values).not.toHaveProperty('deal_price')
    }
  })

  test('takes titles, descriptions and pictures of pages that name no product', async () => {
    const { values } = await fetchPageOf(fixture('broken-json'))
    expect(values).toEqual({
      title: 'Saltmarsh',
      vendor_name: 'Saltmarsh Labs',
      summary: 'Keeps tides.',
      hero_image_url: 'https://vendor.example/tide.png',
    })
  })

  test('fills only plain text and web addresses', async () => {
    const { values } = await fetchPageOf(fixture('script-in-strings'))
    expect(values).toEqual({
      title: 'Thorn hedge',
      vendor_name: '=HYPERLINK("https://evil.example")',
      summary: 'Grows.',
    })
  })

  test('takes a title that repeats the words of a sale to its full length', async () => {
    const name = `Thing (${'new!'.repeat(48)}x`
    const product = JSON.stringify({ '@type': 'Product', name })
    const { title } = (await fetchPageOf(`<script type="application/ld+json">${product}</script>`)).values
    expect(titleKey(title!)).toBe(`thing ${'new '.repeat(48)}x`)
  })

  test('cuts texts to the limits of their fields, between words and never within a character', async () => {
    const product = { '@type': 'Product', name: '😀'.repeat(300), description: 'word '.repeat(200) }
    const page = `<script type="application/ld+json">${JSON.stringify(product)}</script>`
    const { title, summary } = (await fetchPageOf(page)).values
    expect([...title!]).toHaveLength(200)
    expect(title!.isWellFormed()).toBe(true)
    expect(summary).toMatch(/^(word )+…$/)
    expect([...summary!].length).toBeLessThanOrEqual(500)
  })
})

describe('a link that cannot be read', () => {
  const failing: [string, RequestListener, string][] = [
    ['that is missing', (_, response) => response.writeHead(404).end(), 'it answered with the error 404'],
    [
      'that is a picture',
      (_, response) => response.setHeader('Content-Type', 'image/png').end(),
      'it is not a web page',
    ],
    [
      'that redirects in a circle',
      (_, response) => response.writeHead(302, { Location: '/' }).end(),
      'it redirects too often',
    ],
    [
      'that redirects to a private address',
      (_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
      'its address is not a public one',
    ],
  ]
  test.each(failing)('is said at the field for a page %s', async (_, listener, reason) => {
    const web = await startWeb(listener)
    const form = { cta_url: web.url('vendor.example'), title: 'Kept' }
    const { status, error, initialValue, fetched } = await fetchLink(form, web.network)
    expect(error).toEqual({ cta_url: [`We could not read this page: ${reason}.`] })
    expect(initialValue).toMatchObject(form)
    expect([status, fetched]).toEqual([400, undefined])
  })

  test.each<[string, RequestListener, string]>([
    ['states nothing', html('<p>Hello</p>'), 'vendor.example states nothing we can read. Please fill in the fields.'],
    [
      'hangs up',
      (request) => request.socket.destroy(),
      'vendor.example did not answer. Try again, or fill in the fields.',
    ],
  ])('a page that %s is named with its host', async (_, listener, message) => {
    const web = await startWeb(listener)
    const { error } = await fetchLink({ cta_url: web.url('vendor.example') }, web.network)
    expect(error).toEqual({ cta_url: [message] })
  })

  test.each([
    ['', 'Enter the link first.'],
    ['vendor', 'CTA URL must be a full web address, such as https://vendor.example/deal.'],
    ['http://127.0.0.1:5432/', 'We could not read this page: its address is not a public one.'],
    ['http://169.254.169.254/latest', 'We could not read this page: its address is not a public one.'],
    ['https://www.awin1.com/cread.php?id=1', 'This is a tracking link. Store it as the affiliate link first.'],
    ['https://geni.us/abc', 'This is a short link. Enter the address that it leads to.'],
  ])('"%s" is not requested', async (cta_url, message) => {
    expect(await fetchLink({ cta_url })).toMatchObject({ error: { cta_url: [message] } })
  })

  test('is limited by day and person', async () => {
    const [web, staff] = [await startWeb(html('<title>A page</title>')), await manager()]
    const fetch = (who: { id: string }) => fetchLink({ cta_url: web.url('vendor.example') }, web.network, who)
    for (let count = 0; count < 100; count++) await fetch(staff)
    const before = web.countConnections()
    const { status, error } = await fetch(staff)
    expect(status).toBe(429)
    expect(error!.cta_url).toEqual(['You can read 100 pages a day. Try again in 24 hours.'])
    expect(web.countConnections()).toBe(before)
    expect((await fetch(await manager())).status).toBe(200)
  })
})

describe('the button of the editor', () => {
  const form = { step: 'fetch-from-link', cta_url: 'http://127.0.0.1/' }
  const ask = async (handler: typeof edit | typeof create, user: { id: string } | null, id = '') => {
    const request = await requestAs(user, `/admin/deals/${id || 'new'}`, form)
    return answer(handler({ request, params: { id }, context: {} } as never))
  }

  test('reads the page of a new deal and of one that exists', async () => {
    const [deal, staff] = [await makeDeal(), await manager()]
    const failed = { data: { error: { cta_url: [expect.stringContaining('not a public one')] } } }
    expect(await ask(create, staff)).toMatchObject(failed)
    expect(await ask(edit, staff, deal.id)).toMatchObject(failed)
  })

  test('is for staff only', async () => {
    const [deal, member] = [await makeDeal(), await makeProfile()]
    for (const user of [member, null]) {
      expect(await ask(create, user)).toBeInstanceOf(Response)
      expect(await ask(edit, user, deal.id)).toBeInstanceOf(Response)
    }
  })
})
