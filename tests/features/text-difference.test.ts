import { expect, test } from 'vitest'
import { compareTexts } from '~/features/contributions/reviews/text-difference.server'

const without = (change: 'added' | 'removed', [before, after]: readonly [string, string]) =>
  compareTexts(before, after)
    .filter((part) => part.change !== change)
    .map(({ text }) => text)
    .join('')

test('two texts are compared by whole words', () => {
  expect(compareTexts('I use it daily.', 'I use it weekly.')).toEqual([
    { text: 'I use it ' },
    { text: 'daily', change: 'removed' },
    { text: 'weekly', change: 'added' },
    { text: '.' },
  ])
  expect(compareTexts('Сначала хорошо', 'Сначала плохо')).toEqual([
    { text: 'Сначала ' },
    { text: 'хорошо', change: 'removed' },
    { text: 'плохо', change: 'added' },
  ])
  expect(compareTexts('Same', 'Same')).toEqual([{ text: 'Same' }])
})

test.each([
  ['', 'New'],
  ['Old', ''],
  ['Line\nbreak', 'Line\n\nbreak'],
  ['😀😀 wow', '😀 wow 👩‍👩‍👧'],
  ['a '.repeat(500), 'b '.repeat(500)],
  ['?!'.repeat(500), '.;'.repeat(500)],
] as const)(
  'without what was added the parts of %j and %j are the first text, and without what was removed the second',
  (...texts) => {
    expect(without('added', texts)).toBe(texts[0])
    expect(without('removed', texts)).toBe(texts[1])
  },
)
