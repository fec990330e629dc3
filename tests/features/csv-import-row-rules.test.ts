import { describe, expect, test } from 'vitest'
import { dealForm, dealRow } from '~/features/catalog/deals/editor/deal-form.server'
import { slugFromTitle, withNumber } from '~/features/catalog/deals/slug'
import { checkDealRow, TaxonomyNames } from '~/features/staff/csv-import/check-row.server'
import { addDays, utcToday } from '~/http/utc-day'

const least = {
  title: 'Inkwell',
  vendor_name: 'Northpane',
  start_date: '2026-01-05',
  cta_url: 'https://inkwell.example/deal',
}

function read(given: Record<string, string | undefined>) {
  const { data, error } = dealRow.safeParse({ ...least, ...given })
  return error ? error.issues.map(({ message }) => message) : data
}

test.each(['0', '100', '12.5', 'a third', '-5', '30 off'])('the discount %j is rejected', (typed) => {
  expect(read({ discount_percent: typed })).toEqual(['Discount percent must be a whole number from 1 to 99.'])
})

test('a discount without prices is stored', () => {
  expect(read({ discount_percent: ' 30 ' })).toMatchObject({ discount_percent: 30, deal_price_period: 'ONCE' })
})

test('a deal that is not paid once needs a price', () => {
  const needsPrice = ['A deal that is paid every month or year needs a deal price.']
  expect(read({ deal_price_period: 'every month' })).toEqual(needsPrice)
  expect(read({ deal_price_period: 'YEAR', discount_percent: '30' })).toEqual(needsPrice)
  expect(read({ deal_price_period: 'MONTH', deal_price: '5' })).toMatchObject({ deal_price_period: 'MONTH' })
  expect(read({ deal_price_period: 'weekly', deal_price: '5' })).toEqual([
    'Deal price period must be one of ONCE, MONTH, YEAR.',
  ])
})

test('a deal cannot have been seen in the future', () => {
  expect(read({ confirmed_on: addDays(utcToday(), 1) })).toEqual(['Confirmed on cannot be in the future.'])
  expect(read({ confirmed_on: '2026-02-30' })).toEqual([
    'Confirmed on must be a real date written as YYYY-MM-DD, such as 2026-01-31.',
  ])
  expect(read({ confirmed_on: utcToday() })).toMatchObject({ confirmed_on: utcToday() })
})

describe('imported prices', () => {
  test.each([
    ['59', '59.00'],
    ['59.5', '59.50'],
    ['059.50', '59.50'],
    ['0', '0.00'],
    ['0.1', '0.10'],
    ['9999999.99', '9999999.99'],
    [' ', null],
    ['1,299', '1299.00'],
    ['1,299.50', '1299.50'],
    ['1.299,00', '1299.00'],
    ['1 299', '1299.00'],
    ['1\u00a0299,5', '1299.50'],
    ["1'299.50", '1299.50'],
    ['1,29,900', '129900.00'],
    ['49,99', '49.99'],
    ['$49', '49.00'],
    ['US$ 49.00', '49.00'],
    ['49 usd', '49.00'],
    ['$1,299.00 USD', '1299.00'],
    ['59.', '59.00'],
    ['.5', '0.50'],
    ['+5', '5.00'],
  ])('the price %j is stored as %j', (typed, stored) =>
    expect(read({ deal_price: typed })).toMatchObject({ deal_price: stored }),
  )

  test.each([
    ['8,50 €', 'EUR', '8.50'],
    ['€1.299,00', 'eur', '1299.00'],
    ['$8', 'CAD', '8.00'],
    ['CA$8', 'CAD', '8.00'],
    ['¥800', 'JPY', '800'],
    ['4,980', 'JPY', '4980'],
    ['12.345', 'KWD', '12.345'],
    ['8 ABC', 'ABC', '8.00'],
  ])('the price %j may name the currency %s of its row', (typed, currency, stored) =>
    expect(read({ deal_price: typed, original_price: typed, currency })).toMatchObject({
      deal_price: stored,
      original_price: stored,
    }),
  )

  test.each([
    ['$8', 'EUR'],
    ['8 USD', 'CAD'],
  ])('the price %j is rejected in a row in %s', (deal_price, currency) =>
    expect(read({ deal_price, currency })).toEqual([
      'Deal price names a different currency. If 8 is the amount in this currency, type 8.',
    ]),
  )

  test.each(['1e3', '0x10', 'NaN', '٥', '-', '$', '5-10', '5mio', '1,2,3', '1..2', '1,299,00', '9'.repeat(50_000)])(
    'the price %j is rejected',
    (typed) => {
      expect(read({ deal_price: typed })).toEqual([
        'Deal price must be a number from 0 to 9999999.99, such as 59 or 59.50.',
      ])
    },
  )
})

describe('suggestions for rejected prices', () => {
  test.each([
    ['59.999', 'can have at most two decimals, such as 59.50. If the point separates thousands, type 59999'],
    ['0.005', 'can have at most two decimals, such as 59.50'],
    ['49,9999', 'can have at most two decimals, such as 59.50'],
    ['$1,299.999', 'can have at most two decimals, such as 59.50'],
    ['0,500', 'can have at most two decimals, such as 59.50'],
    ['€8', 'names a different currency. If 8 is the amount in this currency, type 8'],
    ['8,50 €', 'names a different currency. If 8.50 is the amount in this currency, type 8.50'],
    ['CA$ 8', 'names a different currency. If 8 is the amount in this currency, type 8'],
    ['8 EUR', 'names a different currency. If 8 is the amount in this currency, type 8'],
    ['-1', 'cannot be negative'],
    ['-$5.00', 'cannot be negative'],
    ['(5.00)', 'cannot be negative'],
    ['\u22125', 'cannot be negative'],
    ['10000000', 'can be at most 9999999.99'],
    ['12,345,678.00', 'can be at most 9999999.99'],
  ])('the rejected price %j gets a suggestion or a reason', (typed, words) =>
    expect(read({ deal_price: typed })).toEqual([`Deal price ${words}.`]),
  )
})

describe('imported dates', () => {
  test.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])('the date %s is accepted', (typed) => {
    expect(read({ start_date: typed })).toMatchObject({ start_date: typed })
  })

  test.each([
    '2025-02-29',
    '1900-02-29',
    '2025-11-31',
    '2025-13-01',
    '2025-00-10',
    '2025-12-7',
    '0000-01-01',
    'LIFETIME',
    'Nov 30 2025',
    '2026-01-31T00:00:00Z',
  ])('the date %s is rejected', (typed) => {
    expect(read({ start_date: typed })).toEqual([expect.stringContaining('Start date must be a real date')])
  })

  test('a deal may end on its start date but not earlier', () => {
    expect(read({ end_date: '2026-01-05' })).toMatchObject({ end_date: '2026-01-05' })
    expect(read({ end_date: '2026-01-04', title: '' })).toEqual([
      'Title is required.',
      'End date cannot be before the start date.',
    ])
  })
})

describe('imported URLs', () => {
  test.each(['https://a.example', 'HTTP://a.example/ä?b=1#c', 'https://bücher.example/'])(
    'the URL %s is accepted',
    (typed) => {
      expect(read({ hero_image_url: typed })).toMatchObject({ hero_image_url: typed })
    },
  )

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    '//a.example',
    'https:a.example',
    'https:///a.example',
    'https://a.example/a b',
    'https://a.example/a\tb',
    'https://me:secret@a.example',
    'https://me@a.example',
    'https://',
    'https://a b.example',
    `https://a.example/${'x'.repeat(2031)}`,
    'iOS',
  ])('the URL %s is rejected', (typed) =>
    expect(read({ cta_url: typed })).toEqual([expect.stringMatching(/^CTA URL (must|can)/)]),
  )
})

describe('imported pictures', () => {
  test.each(['/demo/quillstack.svg', 'https://vendor.example/hero.webp'])('the picture %s is accepted', (typed) =>
    expect(read({ hero_image_url: typed })).toMatchObject({ hero_image_url: typed }),
  )

  test.each([
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    '/../x.png',
    '/account',
    '/a b.png',
    `/${'x'.repeat(2045)}.png`,
  ])('the picture %s is rejected', (typed) =>
    expect(read({ hero_image_url: typed })).toEqual([expect.stringMatching(/^Hero image URL (must|can)/)]),
  )
})

describe('imported texts', () => {
  test('text lengths are counted in characters, not in UTF-16 units', () => {
    expect(read({ title: '🪐'.repeat(200) })).toMatchObject({ title: '🪐'.repeat(200) })
    expect(read({ title: '🪐'.repeat(201) })).toEqual(['Title can have at most 200 characters, not 201.'])
    expect(read({ summary: 'x'.repeat(501) })).toEqual(['Summary can have at most 500 characters, not 501.'])
    expect(read({ description: 'x'.repeat(20_001) })).toHaveLength(1)
  })

  test('texts without visible characters are rejected', () => {
    expect(read({ title: '\u200b\u2060\ufeff' })).toEqual(['Title has no visible text.'])
    expect(read({ summary: '\u2800\u3164' })).toEqual(['Summary has no visible text.'])
    expect(read({ title: ' \u00a0 ' })).toEqual(['Title is required.'])
  })

  test('texts with control characters are rejected', () => {
    expect(read({ title: 'Ink\u0000well' })).toEqual(['Title contains a control character (U+0000). Remove it.'])
    expect(read({ description: 'a\u001fb' })).toEqual([expect.stringContaining('U+001F')])
  })

  test('titles, vendors, tags and pros with characters that reverse text are rejected', () => {
    const reversed = (label: string) => [
      `${label} contains an invisible character that reverses text (U+202E). Remove it.`,
    ]
    expect(read({ title: 'Ink\u202ewell' })).toEqual(reversed('Title'))
    expect(read({ vendor_name: 'Ink\u202ewell' })).toEqual(reversed('Vendor name'))
    expect(read({ tags: 'a|b\u2066' })).toEqual([expect.stringContaining('U+2066')])
    expect(read({ pros: 'a|b\u2067' })).toEqual([expect.stringContaining('U+2067')])
  })

  test('line breaks are kept in the description and replaced in the title', () => {
    expect(read({ title: 'Ink\r\nwell', description: 'a\r\nb\rc\n\td' })).toMatchObject({
      title: 'Ink well',
      description: 'a\nb\nc\n\td',
    })
  })

  test('a title that repeats the words of a sale to its full length is imported', async () => {
    const title = `Thing (${'new!'.repeat(48)}x`
    const cells = { ...least, title, category: 'Design', platform: 'Web' }
    const row = checkDealRow(2, cells, await TaxonomyNames.load({ createsMissing: true }))
    expect(row).toMatchObject({ title, title_key: `thing ${'new '.repeat(48)}x` })
  })

  test('lone surrogates in texts are replaced', () =>
    expect(read({ title: 'a\ud800b' })).toMatchObject({ title: 'a\ufffdb' }))
})

test('tags, pros and cons are split at pipes, trimmed and stripped of empty and repeated entries', () => {
  expect(read({ tags: ' HOT || teams|HOT', pros: '|', cons: 'a, b' })).toMatchObject({
    tags: ['HOT', 'teams'],
    pros: [],
    cons: ['a, b'],
  })
  const many = Array.from({ length: 21 }, (_, n) => `tag ${n}`).join('|')
  expect(read({ tags: many })).toEqual(['Tags can have at most 20 entries, not 21.'])
})

test('a currency is a three-letter code and defaults to USD', () => {
  expect(read({})).toMatchObject({ currency: 'USD' })
  expect(read({ currency: 'eur' })).toMatchObject({ currency: 'EUR' })
  expect(read({ currency: 'EURO' })).toEqual(['Currency must be three letters, such as USD.'])
})

test('the deal form splits tags at commas and requires a category and a platform', () => {
  const { error } = dealForm.safeParse({ ...least, category_id: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Category is required.', 'Platform is required.'])
  const id = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b11'
  expect(dealForm.parse({ ...least, category_id: id, platform_id: id, tags: 'HOT, teams,' })).toMatchObject({
    slug: null,
    status: 'ACTIVE',
    published: false,
    tags: ['HOT', 'teams'],
  })
})

test('lists of a deal have a maximum in the form and in a file', () => {
  const id = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b11'
  const messagesOf = (given: object) => {
    const { error } = dealForm.safeParse({ ...least, category_id: id, platform_id: id, ...given })
    return error?.issues.map(({ message }) => message)
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => `entry ${n}`)
  const pros = (count: number) => ({ pros_cons: numbers(count).map((text) => ({ type: 'PRO', text })) })
  const faqs = (count: number) => ({ faqs: numbers(count).map((question) => ({ question, answer: 'So.' })) })
  expect(messagesOf({ tags: numbers(20).join(','), ...pros(100), ...faqs(50) })).toBeUndefined()
  expect(messagesOf({ tags: numbers(21).join(',') })).toEqual([expect.stringContaining('20')])
  expect(messagesOf(pros(101))).toEqual(['A deal can have at most 100 pros and cons.'])
  expect(messagesOf(faqs(51))).toEqual(['A deal can have at most 50 questions.'])
  expect(read({ tags: numbers(21).join('|') })).toEqual([expect.stringContaining('20')])
  expect(read({ pros: numbers(51).join('|') })).toEqual([expect.stringContaining('50')])
})

test('a slug is lowercase words with hyphens and not "new"', () => {
  expect(read({ slug: 'ink-well-2' })).toMatchObject({ slug: 'ink-well-2' })
  expect(read({ slug: '' })).toMatchObject({ slug: null })
  for (const slug of ['Ink', 'ink--well', '-ink', 'ink_well', 'new', 'x'.repeat(201)]) {
    expect(read({ slug })).toEqual([expect.stringMatching(/^Slug can/)])
  }
})

test.each([
  ['Brightloom: 2 for 1!', 'brightloom-2-for-1'],
  ['  --AI & Co.--  ', 'ai-co'],
  ['Café Zürich', 'cafe-zurich'],
  ['Löse & Größe', 'lose-grosse'],
  ['Łódź Æther', 'lodz-aether'],
  ['New', 'new-2'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('the slug of the title %j is %j', (title, slug) => expect(slugFromTitle(title)).toBe(slug))

test('a title without Latin letters gets a stable slug that differs from other titles', () => {
  expect(slugFromTitle('議事録')).toMatch(/^deal-[a-z0-9]+$/)
  expect(slugFromTitle('議事録')).toBe(slugFromTitle('議事録'))
  expect(slugFromTitle('議事録')).not.toBe(slugFromTitle('Заметки'))
})

test('a numbered slug stays within the length limit', () => {
  expect(withNumber('inkwell', 3)).toBe('inkwell-3')
  expect(withNumber(`${'x'.repeat(197)}-yz`, 12)).toBe(`${'x'.repeat(197)}-12`)
})
