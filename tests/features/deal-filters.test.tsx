import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { discount, formatTag } from '~/features/catalog/deals/deal'
import {
  DEAL_FILTERS,
  DEAL_SORTS,
  DEFAULT_SEARCH,
  dealSearchParams,
  describeSearch,
  hasDefaultParams,
  inView,
  listChips,
  parseDealSearch,
} from '~/features/catalog/deals/list/deal-filters'
import { DealFilterForm } from '~/features/catalog/deals/list/filter-form'
import { PUBLIC_PAGES } from '~/http/public-pages'

const parse = (query: string) => parseDealSearch(new URLSearchParams(query))
const NAMES = { category: 'Writing', platform: 'Stackyard', currencies: ['USD'] }

const FILTERS = [
  ['q=team', 'Search team', 'Search "team"'],
  ['category=writing', 'Category Writing', 'In Writing'],
  ['platform=stackyard', 'Platform Stackyard', 'On Stackyard'],
  ['status=ENDING_SOON', 'Status Ending Soon', 'Shown as Ending Soon'],
  ['tag=EDITOR_PICK', 'Tag Editor Pick', 'Tag Editor Pick'],
  ['minPrice=10', 'From $10', 'From $10'],
  ['maxPrice=49.50', 'Up to $49.50', 'Up to $49.50'],
  ['open=1', 'Open now', 'Open now'],
  ['priced=1', 'Has a price', 'With a price'],
  ['priced=0', 'No listed price', 'Without a listed price'],
  ['subscriptions=1', 'Also subscriptions', 'Also subscriptions'],
  ['refund=30', 'Refund 30 days or longer', 'Refund of 30 days or longer'],
  ['breakEven=6', 'Pays for itself within 6 months', 'Pays for itself within 6 months'],
  ['stackable=1', 'Codes can be stacked', 'Codes can be stacked'],
  ['offers=all', 'Every offer', 'Every offer'],
] as const

test.each(FILTERS)('the filter %s is the chip "%s", and "%s" in a sentence', (query, chip, words) => {
  const search = parse(query)
  expect(dealSearchParams(search)).toBe(query)
  expect(
    listChips(search, NAMES).map(({ label, value, to }) => [[label, value].filter(Boolean).join(' '), to]),
  ).toEqual([[chip, '/deals']])
  expect(describeSearch(search, NAMES)).toBe(words)
})

test('each filter has a row above, and is a parameter of the cached page', () => {
  const names = Object.keys(DEAL_FILTERS)
  expect(new Set(FILTERS.map(([query]) => query.split('=')[0]))).toEqual(new Set(names))
  expect(PUBLIC_PAGES['/deals']).toEqual([...names, 'page', 'sort', 'view'].sort())
})

test('a sentence has every filter, and prices of several currencies or of an unknown one have no sign', () => {
  expect(describeSearch(parse('q=team&refund=30&open=1&sort=rating'), NAMES)).toBe(
    'Search "team", open now, refund of 30 days or longer',
  )
  expect(describeSearch(parse('sort=rating&view=list'), NAMES)).toBe('')
  const bounds = parse('minPrice=10&category=gone')
  const withCurrencies = (currencies: string[]) => describeSearch(bounds, { category: '', platform: '', currencies })
  expect(['EUR', 'EUR,USD', '', '₿'].map((all) => withCurrencies(all.split(',').filter(Boolean)))).toEqual([
    'From €10',
    'From 10',
    'From 10',
    'From ₿ 10',
  ])
})

const formWith = (currencies: string[], query = '') =>
  renderToStaticMarkup(<DealFilterForm search={parse(query)} categories={[]} platforms={[]} currencies={currencies} />)

test('the form has a field for each filter and the sort, and counts the set ones that are folded', () => {
  const html = formWith(['USD'], 'q=team&tag=HOT&open=1&refund=30&view=list')
  for (const name of [...Object.keys(DEAL_FILTERS), 'sort', 'view']) expect(html).toContain(`name="${name}"`)
  expect(html).toMatch(/Filters<b[^>]*>2<span|Filters<span[^>]*>2<span/)
  expect(html).toContain('Best match')
  expect(formWith(['USD'])).not.toContain('Best match')
})

test('the price fields show the sign of the only currency, or name the currencies that bounds are compared in', () => {
  const one = formWith(['EUR'])
  for (const text of ['Min price (€)', 'Max price (€)', 'Deals without a price are left out.'])
    expect(one).toContain(text)
  expect(one).not.toContain('currency')
  const two = formWith(['EUR', 'USD'])
  expect(two).toContain('Max price</label>')
  expect(two).toContain('Each price is compared in its own currency (EUR or USD), without conversion.')
  expect(formWith(['CAD', 'EUR', 'GBP', 'JPY', 'USD'])).toContain('(one of 5)')
  expect(formWith(['₿'])).toContain('Max price (₿)')
})

test('an empty search lists all deals, open ones first', () => {
  expect(parse('')).toEqual(DEFAULT_SEARCH)
  expect(dealSearchParams(DEFAULT_SEARCH)).toBe('')
})

test.each([
  'status=SOLD',
  'sort=random',
  'sort=best',
  'page=0',
  'page=-1',
  'page=1e3',
  'minPrice=abc',
  'maxPrice=-5',
  'minPrice=12345678',
  'category=../etc',
  'platform=A%20B',
  'q=%20%00%20',
  'open=0',
  'priced=yes',
  'subscriptions=0',
  'view=table',
  'refund=31',
  'breakEven=forever',
  'stackable=0',
  'utm_source=mail',
])('the invalid search parameter %s is ignored', (query) => {
  expect(parse(query)).toEqual(DEFAULT_SEARCH)
})

test('a search term loses invalid characters and everything after 200 characters', () => {
  expect(parse('q=%00ab%1Fc').q).toBe('abc')
  expect(parseDealSearch(new URLSearchParams([['q', 'a\ud800b']])).q).not.toContain('\ud800')
  expect([...parse(`q=${encodeURIComponent('🪐'.repeat(300))}`).q]).toHaveLength(200)
})

test('equivalent searches have one canonical URL', () => {
  expect(dealSearchParams(parse('page=2&q=+crm+&minPrice=059.00&sort=open&utm_source=x'))).toBe(
    'q=crm&minPrice=59&page=2',
  )
  expect(dealSearchParams(parse('q=crm&sort=best'))).toBe('q=crm&sort=best')
  expect(dealSearchParams({ q: '', sort: 'best' })).toBe('')
  expect(dealSearchParams(parse('sort=newest'))).toBe('sort=newest')
  expect(hasDefaultParams(new URLSearchParams('q=crm&sort=open'))).toBe(true)
  expect(hasDefaultParams(new URLSearchParams('q=crm&category='))).toBe(true)
  expect(hasDefaultParams(new URLSearchParams('q=crm&sort=best'))).toBe(false)
})

test('a search survives being written to the URL and parsed again', () => {
  const names = [...Object.keys(DEAL_FILTERS), 'sort', 'view', 'page']
  const values = [
    'ACTIVE',
    '1',
    'list',
    '14',
    '24',
    'all',
    ...DEAL_SORTS,
    'ai-tools',
    '7',
    '59.5',
    '%',
    '_',
    '\\',
    '🪐',
  ]
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 250 }), fc.constantFrom(...values))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (pairs) => {
      const search = parseDealSearch(new URLSearchParams(pairs))
      expect(parse(dealSearchParams(search))).toEqual(search)
    }),
  )
})

test('another view keeps the search and shows the page with the first deal of this one', () => {
  const grid = parse('q=crm&open=1&page=4')
  expect(inView(grid, 'list')).toEqual({ ...grid, view: 'list', page: 2 })
  expect(inView(inView(grid, 'list'), '')).toEqual({ ...grid, page: 3 })
  expect(inView(grid, '')).toEqual(grid)
})

test('a discount is rounded down', () => {
  expect(discount({ original_price: '100.00', deal_price: '59.01' })).toBe(40)
  expect(discount({ original_price: '100.00', deal_price: '99.99' })).toBeUndefined()
  expect(discount({ original_price: '0.00', deal_price: '0.00' })).toBeUndefined()
  expect(discount({ original_price: null, deal_price: '9.00' })).toBeUndefined()
  expect(discount({ original_price: '80.00', deal_price: '0.00' })).toBe(100)
})

test('a tag in capitals with underscores is shown as words', () => {
  const shown = ['HOT', "EDITOR'S_CHOICE", 'ai writing', 'CRM'].map(formatTag)
  expect(shown).toEqual(['Hot', "Editor's Choice", 'ai writing', 'CRM'])
})
