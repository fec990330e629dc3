import { expect, test } from 'vitest'
import { splitAtLinks } from '~/features/contributions/decisions/text-links'
import { excerptOfCommon, splitAtCommon } from '~/features/staff/moderation/common-phrases'
import { formatAccountAge, formatAge } from '~/ui/relative-time'

const common = (text: string, other: string) =>
  splitAtCommon(text, other)
    .filter(({ isCommon }) => isCommon)
    .map((part) => part.text)

test('phrases of three words that two texts share are marked, whatever their case and punctuation', () => {
  const other = 'Keyword exports are exactly what our clients ask for. I would buy it again at this price.'
  expect(common('KEYWORD exports, are exactly what my clients want. I would buy it: again and again.', other)).toEqual([
    'KEYWORD exports, are exactly what',
    'I would buy it: again',
  ])
  expect(common('Exports are fine.', other)).toEqual([])
  const text = 'Not shared, keyword exports are, not shared.'
  expect(
    splitAtCommon(text, other)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('long stretches that are not shared are cut short', () => {
  const text = `${'before '.repeat(40)}keyword exports are ${'after '.repeat(40)}`
  const [head, shared, tail] = excerptOfCommon(text, 'Keyword exports are fine.')
  expect(shared).toMatchObject({ text: 'keyword exports are', isCommon: true })
  expect(head?.text).toMatch(/^… .{1,45}$/)
  expect(tail?.text).toMatch(/^.{1,45}…$/)
})

test('links are found with and without a scheme, without the punctuation after them', () => {
  const text =
    'See plotwise.example/roadmap, (https://a.example/b?c=1) or www.b.example. Since version 3.2.Settings work with next.js and files.example/d.pdf.'
  const links = splitAtLinks(text).flatMap(({ url }) => url ?? [])
  expect(links).toEqual([
    'https://plotwise.example/roadmap',
    'https://a.example/b?c=1',
    'https://www.b.example',
    'https://files.example/d.pdf',
  ])
  expect(
    splitAtLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  [30_000, '1 minute', 'under a day'],
  [50 * 60_000, '50 minutes', 'under a day'],
  [28 * 3_600_000, '28 hours', '1 day'],
  [3 * 86_400_000, '3 days', '3 days'],
  [430 * 86_400_000, '430 days', '14 months'],
  [800 * 86_400_000, '800 days', '2 years'],
])('%i milliseconds are an age of %s and an account of %s', (since, age, accountAge) => {
  const now = new Date('2026-11-22T12:00:00Z')
  const then = new Date(now.getTime() - since)
  expect([formatAge(then, now), formatAccountAge(then, now)]).toEqual([age, accountAge])
})
