import { expect, test } from 'vitest'
import { outsideUrl } from '~/ui/outside-url'
import { blocksOf } from '~/ui/plain-text'

const shape = (text: string) => blocksOf(text).map(({ text, entries }) => entries ?? text)

test('empty lines separate paragraphs, and single line breaks are kept', () => {
  expect(shape('One\r\ntwo\n\n\n  Three  ')).toEqual(['One\ntwo', 'Three'])
})

test('lines that start with a dash become a list', () => {
  expect(shape('Tiers:\n- 2 seats\n- 5 seats\nAll 2.x releases.')).toEqual([
    'Tiers:',
    ['2 seats', '5 seats'],
    'All 2.x releases.',
  ])
})

test('dashes within words and a line of dashes do not make a list', () => {
  expect(shape('pre-launch\n---')).toEqual(['pre-launch\n---'])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//vendor.example',
  'https://bank.example@evil.example/',
  'https://ada:secret@vendor.example/',
  'https://:secret@vendor.example/',
  'not an address',
  '',
  null,
])('%s is not linked', (address) => {
  expect(outsideUrl(address)).toBeUndefined()
})

test('an https URL is linked', () => {
  expect(outsideUrl('https://vendor.example/a?b=c')).toBe('https://vendor.example/a?b=c')
})
