import { describe, expect, test } from 'vitest'
import { monthPosition, readDate } from '~/http/foreign-dates.server'
import {
  looksGarbled,
  readAddress,
  readAnswer,
  readForeignPrice,
  readLine,
  readList,
  readNothing,
  readNumber,
  readPercent,
  readText,
} from '~/http/foreign-values.server'

describe('words for nothing', () => {
  test.each(['NULL', 'null', 'N/A', '#N/A', 'n.a.', 'None', 'undefined', '-', ' — ', '#REF!', '#DIV/0!', 'NaN', '\\N'])(
    '%j is empty',
    (text) => expect(readNothing(text)).toEqual({ value: '', notes: ['nothing'] }),
  )

  test.each(['', 'Nonesuch', 'NULL and void', '- a', '0', 'Nil.'])('%j stays', (text) =>
    expect(readNothing(text)).toEqual({ value: text, notes: [] }),
  )
})

test.each([
  ['Salt &amp; Vine &#8211; Notes', 'Salt & Vine – Notes'],
  ['It&#8217;s <b>quick</b>', 'It’s quick'],
  ['<p>First&nbsp;part</p><p>Second</p><ul><li>one</li><li>two</li></ul>', 'First part\n\nSecond\n\n- one\n- two'],
  ['above<br>below<br />end', 'above\nbelow\nend'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['1 &lt; 2 and 3 < 4', '1 < 2 and 3 < 4'],
])('text %j loses its HTML', (html, text) => expect(readText(html)).toEqual({ value: text, notes: ['html'] }))

test.each(['R&D', 'a < b > c', 'List<Text>', 'AT&T; more', '**bold**', 'I <3 it'])('text %j stays', (text) =>
  expect(readText(text)).toEqual({ value: text, notes: [] }),
)

test('HTML in a long text is read in linear time', () => {
  const text = `${'<a href="'.repeat(20_000)}${'&amp'.repeat(20_000)};`
  const blocks = '<p>a   <br>'.repeat(20_000)
  const start = performance.now()
  readText(blocks)
  readDate(' '.repeat(100_000))
  monthPosition(`1${' '.repeat(100_000)}2`)
  readText(text)
  readList(text, true)
  readAddress(text)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('a line keeps the words of a Markdown link', () => {
  expect(readLine('[Inkwell](https://inkwell.example) 2')).toEqual({ value: 'Inkwell 2', notes: ['link'] })
})

test.each([
  ['[Site](https://a.example/)', 'https://a.example/', 'link'],
  ['<https://a.example/>', 'https://a.example/', 'link'],
  ['<a class="x" href="https://a.example/?a=1&amp;b=2">Site</a>', 'https://a.example/?a=1&b=2', 'link'],
  ['https://a.example/?a=1&amp;b=2&#038;c=3', 'https://a.example/?a=1&b=2&c=3', 'html'],
])('address %j', (text, value, note) => expect(readAddress(text)).toEqual({ value, notes: [note] }))

test('an address stays as it is, also with the name of an entity in it', () => {
  const value = 'https://a.example/?a=1&copy=2'
  expect(readAddress(value)).toEqual({ value, notes: [] })
})

describe('dates', () => {
  test.each([
    ['2026-02-03', []],
    ['2026-02-03T00:00:00.000Z', ['time']],
    ['2026-02-03T23:30:00+02:00', ['time']],
    ['2026-02-03 00:00:00', ['time']],
    ['Tue, 03 Feb 2026 10:00:00 GMT', ['time']],
    ['2026/02/03', ['date']],
    ['2026-2-3', ['date']],
    ['20260203', ['date']],
    ['03.02.2026', ['date']],
    ['3.2.26', ['date']],
    ['3 Feb 2026', ['date']],
    ['3. Februar 2026', ['date']],
    ['03-Feb-26', ['date']],
    ['February 3, 2026', ['date']],
    ['Feb 3rd, 2026', ['date']],
    ['3rd of February 2026', ['date']],
    ['46056', ['serial']],
    ['46056.75', ['serial']],
    ['1770076800', ['serial']],
    ['1770076800000', ['serial']],
  ])('%j is the third of February', (text, notes) => expect(readDate(text)).toEqual({ value: '2026-02-03', notes }))

  test.each([
    ['02/27/2026', undefined, '2026-02-27'],
    ['27/02/2026', undefined, '2026-02-27'],
    ['27-02-2026', undefined, '2026-02-27'],
    ['2/27/26 4:05 PM', undefined, '2026-02-27'],
    ['02/03/2026', true, '2026-02-03'],
    ['02/03/2026', false, '2026-03-02'],
    ['03/03/2026', undefined, '2026-03-03'],
  ])('%j, month first: %s', (text, monthFirst, value) => expect(readDate(text, monthFirst)).toMatchObject({ value }))

  test('a date that can be read in two ways is an error until it is said which', () => {
    const { value, error } = readDate('02/03/2026')
    expect(value).toBe('02/03/2026')
    expect(error).toMatch(/two ways/)
  })

  test.each([
    ['02/27/2026', 'first'],
    ['27/02/2026 10:00', 'second'],
    ['02/03/2026', 'unclear'],
    ['2026-02-03', undefined],
  ])('the month of %j is %s', (text, position) => expect(monthPosition(text)).toBe(position))

  test.each(['Ongoing', 'never', 'No end date', '0000-00-00', '0000-00-00 00:00:00'])('%j is no date', (text) =>
    expect(readDate(text)).toEqual({ value: '', notes: ['nothing'] }),
  )

  test.each(['31 Feb 2026', '31/31/2026', 'Feb 3rd', 'soon', 'Q4', '12345', '2026', '99/99/99'])('%j stays', (text) =>
    expect(readDate(text)).toEqual({ value: text, notes: [] }),
  )
})

test.each([
  ['yes', '1 y x checked WAHR ja ✓ on'],
  ['no', '0 n unchecked Falsch nein off'],
])('cells that say %s', (value, words) => {
  for (const word of words.split(' ')) expect(readAnswer(word)).toEqual({ value, notes: ['answer'] })
})

test('yes, no, true, false and unknown words stay', () => {
  for (const value of ['yes', 'No', 'TRUE', 'false', '', 'maybe'])
    expect(readAnswer(value)).toEqual({ value, notes: [] })
})

test.each([
  ['50%', '50'],
  ['50 %', '50'],
  ['-50%', '50'],
  ['50% off', '50'],
  ['50.0', '50'],
  ['50,00', '50'],
  ['50 days', '50'],
  ['50-day', '50'],
  ['50 Tage', '50'],
])('the number %j', (text, value) => expect(readNumber(text)).toEqual({ value, notes: ['number'] }))

test.each(['50', '50.5', '-50', '50 weeks', '50% or more', ''])('the number %j stays', (text) =>
  expect(readNumber(text)).toEqual({ value: text, notes: [] }),
)

test('a discount of 0 is none', () => {
  expect(readPercent('00')).toEqual({ value: '', notes: ['nothing'] })
  expect(readPercent('20%')).toEqual({ value: '20', notes: ['number'] })
})

test('a price that says that it is free is 0', () => {
  expect(readForeignPrice(' Kostenlos')).toEqual({ value: '0', notes: ['free'] })
  expect(readForeignPrice('$49')).toEqual({ value: '$49', notes: [] })
  expect(readForeignPrice('49,- €')).toEqual({ value: '49 €', notes: ['number'] })
})

describe('lists', () => {
  test.each([
    ['maps, notes, ink', 'maps|notes|ink'],
    ['maps;notes;ink', 'maps|notes|ink'],
    ['ink|maps, notes; pens', 'ink|maps|notes|pens'],
    ['["maps","notes"]', 'maps|notes'],
  ])('%j is split after it is said so', (text, value) => {
    expect(readList(text, false)).toEqual({ value: text, notes: ['list'] })
    expect(readList(text, true)).toEqual({ value, notes: ['split'] })
  })

  test.each(['maps, notes', 'maps|notes', 'Quick; small', '[beta', ''])('%j stays', (text) =>
    expect(readList(text, true)).toEqual({ value: text, notes: [] }),
  )

  test('items of an HTML list are its texts', () => {
    expect(readList('<ul><li>Quick</li><li>Small &amp; neat</li></ul>', false)).toMatchObject({
      value: 'Quick|Small & neat',
    })
  })
})

test.each([
  ['fÃ¼r', true],
  ['donâ€™t', true],
  ['10Â°', true],
  ['für', false],
  ['Ângela', false],
])('%j looks garbled: %s', (text, isGarbled) => expect(looksGarbled(text)).toBe(isGarbled))
