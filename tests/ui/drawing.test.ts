import fs from 'node:fs'
import { expect, test } from 'vitest'
import { niceTop, plotPoints } from '~/ui/chart'
import { formatMoney, moneyParts } from '~/ui/money'
import { pagesAround } from '~/ui/pagination'
import { initialsOf, placeholderOf } from '~/ui/placeholder'

test('a deal always gets the same placeholder', () => {
  expect(placeholderOf('quillstack', 'Quillstack')).toEqual(placeholderOf('quillstack', 'Quillstack'))
  const palettes = new Set(Array.from({ length: 60 }, (_, n) => placeholderOf(`deal-${n}`, 'Deal').palette))
  expect(palettes.size).toBe(6)
})

test.each([
  ['Moorline CRM', 'MC'],
  ['Gridmarten', 'Gr'],
  ['x', 'X'],
  ['été', 'Ét'],
  ['!!', '?'],
])('the initials of %s are %s', (title, initials) => {
  expect(initialsOf(title)).toBe(initials)
})

test('formatted amounts keep every cent of large numbers', () => {
  expect(formatMoney('9999999999.99', 'USD')).toBe('$9,999,999,999.99')
  expect(moneyParts('1059.00', 'USD')).toEqual({ whole: '$1,059', cents: '.00' })
})

test('an invalid currency code is written before the amount', () => {
  expect(formatMoney('5.00', 'U$1')).toBe('U$1 5.00')
})

test('the pager shows the first, last and neighboring pages', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(5, 12)).toEqual([1, -4, 4, 5, 6, -12, 12])
  expect(pagesAround(1, 1)).toEqual([1])
  expect(pagesAround(3, 9)).toEqual([1, 2, 3, 4, -9, 9])
})

test.each([
  [0, 4],
  [3, 4],
  [451, 600],
  [69, 80],
  [1000, 1000],
])('the chart axis for %d ends at %d', (highest, top) => {
  expect(niceTop(highest)).toBe(top)
})

test('a single value is drawn as a flat line', () => {
  expect(plotPoints([{ x: 0, value: 3 }], { top: 4 })).toMatchObject({
    line: 'M0,75L1000,75',
    area: 'M0,75L1000,75L1000,300L0,300Z',
    dot: { x: '100%', y: '25%' },
  })
})

test('the hero video and its posters are small', () => {
  expect(fs.readdirSync('public/video')).toEqual(['hero-dark.mp4', 'hero-light.mp4'])
  for (const theme of ['light', 'dark']) {
    expect(fs.statSync(`public/video/hero-${theme}.mp4`).size).toBeLessThanOrEqual(400_000)
    expect(fs.statSync(`app/styles/hero-${theme}.webp`).size).toBeLessThanOrEqual(12_000)
  }
})
