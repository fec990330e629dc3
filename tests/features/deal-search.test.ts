import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discount, formatTag } from '~/features/catalog/deals/deal'
import {
  DEAL_SORTS,
  DEFAULT_SEARCH,
  dealSearchParams,
  inView,
  parseDealSearch,
} from '~/features/catalog/deals/list/deal-search'

const parse = (query: string) => parseDealSearch(new URLSearchParams(query))

test('an empty search lists all deals, open ones first', () => {
  expect(parse('')).toEqual(DEFAULT_SEARCH)
  expect(dealSearchParams(DEFAULT_SEARCH)).toBe('')
})

test.each([
  'status=SOLD',
  'sort=random',
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
  expect(dealSearchParams(parse('page=2&q=+crm+&minPrice=059.00&sort=best&utm_source=x'))).toBe(
    'q=crm&minPrice=59&page=2',
  )
  expect(dealSearchParams(parse('q=crm&sort=newest'))).toBe('q=crm&sort=newest')
  expect(dealSearchParams(parse('sort=newest'))).toBe('sort=newest')
  expect(dealSearchParams(parse('sort=open'))).toBe('')
  expect(dealSearchParams(parse('q=crm&sort=open'))).toBe('q=crm&sort=open')
  expect(dealSearchParams(parse('sort=best'))).toBe('')
})

test('a search survives being written to the URL and parsed again', () => {
  const names = [
    'q',
    'category',
    'platform',
    'status',
    'tag',
    'minPrice',
    'maxPrice',
    'open',
    'priced',
    'refund',
    'breakEven',
    'stackable',
    'sort',
    'view',
    'page',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.constantFrom(
      'ACTIVE',
      '1',
      'list',
      '14',
      '24',
      ...DEAL_SORTS,
      'ai-tools',
      '7',
      '59.5',
      '%',
      '_',
      '\\',
      'İstanbul',
      'שלום',
      '🪐',
    ),
  )
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
  expect(['HOT', "EDITOR'S_CHOICE", 'ai writing', 'CRM'].map(formatTag)).toEqual([
    'Hot',
    "Editor's Choice",
    'ai writing',
    'CRM',
  ])
})
