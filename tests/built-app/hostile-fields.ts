import fc from 'fast-check'

const encode = (fields: [string, string][]) => String(new URLSearchParams(fields))
const named = (...names: string[]) => encode(names.map((name) => [name, 'x']))
const many = (count: number, name: (index: number) => string) =>
  named(...Array.from({ length: count }, (_, i) => name(i)))
const asking = (intent: unknown) => encode([['__intent__', JSON.stringify(intent)]])

const NAMES = [
  // Long sparse lists.
  'email[10000000]',
  'email[201]',
  'email[4294967295]',
  'email[99999999999999999999]',
  'pros_cons[10000000].text',
  'faqs[0].question[10000000]',
  'a.b[10000000].c',
  '[10000000]',
  // Deeply nested names.
  'a.b.c.d.e.f',
  'a[0][0][0][0][0]',
  'a[200][200][200][200][200]',
  `a${'[0]'.repeat(2_000)}`,
  `a${'.b'.repeat(5_000)}`,
  'a'.repeat(101),
  'a'.repeat(200_000),
  '['.repeat(80_000),
  // Properties of every object, and names reserved by the form parser.
  '__proto__',
  '__proto__[x]',
  '__proto__.x',
  'a.__proto__.b',
  'constructor',
  'constructor.prototype.x',
  'a.constructor',
  'prototype',
  'a.prototype.b',
  'toString',
  'hasOwnProperty',
  'a.valueOf',
  '__defineGetter__',
  '__state__',
  '__INTENT__',
  'a.__intent__',
  // Names that are not valid paths.
  '',
  '[]',
  '[0]',
  '.a',
  'a.',
  'a..b',
  'a[',
  'a]',
  'a[0',
  'a[0]b',
  'a[x]',
  'a[-1]',
  'a[1e9]',
  'a[0x10]',
  'a[ 1]',
  'a[][]',
  'a[].b',
  'a\0',
  'a\u0085',
]

const INTENTS = [
  'x',
  null,
  1,
  [],
  {},
  { type: 'insert' },
  { type: 'validate', payload: {} },
  { type: 'reset', payload: {} },
  { type: 'update', payload: { name: 'title[10000000]', value: 'x' } },
  { type: 'update', payload: { value: 'x' } },
  { type: 'insert', payload: { name: 'pros[10000000]' } },
  { type: 'insert', payload: { name: 'pros_cons[10000000]', defaultValue: {} } },
  { type: 'insert', payload: { name: 'pros_cons', defaultValue: { type: 'PRO' }, index: 10_000_000 } },
  { type: 'insert', payload: { name: 'pros_cons', defaultValue: { text: { deep: 'x' } } } },
  { type: 'insert', payload: { name: 'pros_cons', defaultValue: { text: 'x'.repeat(10_000) } } },
  { type: 'insert', payload: { name: 'pros_cons', defaultValue: 'x' } },
  { type: 'insert', payload: { name: 'title', defaultValue: {} } },
  { type: 'insert', payload: { name: '__proto__', defaultValue: {} } },
  { type: 'remove', payload: { name: 'pros_cons', index: 10_000_000 } },
  { type: 'remove', payload: { name: 'pros_cons', index: -1 } },
  { type: 'remove', payload: { name: 'constructor', index: 0 } },
  { type: 'reorder', payload: { name: 'pros_cons', from: 0, to: 10_000_000 } },
  { type: 'reorder', payload: { name: 'a.b.c.d.e.f', from: 0, to: 1 } },
]

const INSERT = { type: 'insert', payload: { name: 'pros_cons', defaultValue: { type: 'PRO', text: '' } } }

/** Bodies that every form rejects with 400, by what is wrong with them. */
export const REFUSED: Record<string, string> = {
  'the list of ten million': 'email%5B10000000%5D=x',
  'the same, not escaped': 'email[10000000]=x',
  ...Object.fromEntries(NAMES.map((name) => [`the name ${name.slice(0, 30)}`, named(name)])),
  ...Object.fromEntries(INTENTS.map((intent) => [`the intent ${JSON.stringify(intent).slice(0, 60)}`, asking(intent)])),
  'an intent that is no JSON': '__intent__={',
  'an empty intent': '__intent__=',
  'two intents': `${asking(INSERT)}&${asking(INSERT)}`,
  'an intent for a list that is a text': `pros_cons=x&${asking(INSERT)}`,
  'an intent for a list that has names': `pros_cons.map=x&${asking(INSERT)}`,
  'a state': encode([['__state__', JSON.stringify({ validated: {} })]]),
  'a state that is no JSON': '__state__={',
  '10,000 names': many(10_000, (i) => `a${i}`),
  'one name 20,000 times': many(20_000, () => 'a'),
  '1,001 names': many(1_001, (i) => `a${i}`),
  '200,000 separators': '&'.repeat(200_000),
  'a thousand long lists': many(1_000, (i) => `a${i}[200]`),
  'a thousand long lists in lists': many(1_000, (i) => `a${i}[200][200][200][200]`),
  'a list with a method of its own': named('a[0]', 'a.map'),
  'a repeated field with a method of its own': named('a', 'a', 'a.map'),
  'a field that is a text and a list': named('email', 'email[0]'),
  'a field that is a list and has names': named('email[0]', 'email.x'),
  'a NUL': encode([['email', 'a\0b']]),
}

/** Bodies that a form may parse as far as it knows the fields: none answers 5xx, and none is slow. */
export const READ: Record<string, string> = {
  nothing: '',
  'half an escape': '%zz=%&email=%&name=%e',
  'bytes that are no UTF-8': 'email=%ff%fe&password=%ed%a0%80&name=%c3',
  'names in all scripts': named('é', '名前', '😀', 'a b', '\u200b', '\u202ea', 'e\u0301', 'ﷺ', 'İ'),
  'an intent that is a name': 'intent=__proto__&mode=constructor&then=x',
  'one name a thousand times': many(1_000, () => 'email'),
  'a thousand names': many(1_000, (i) => `a${i}`),
  'a list of 201': named('email[200]'),
  'a list at its end': named('email[]', 'email[]'),
  'five levels': named('a[0].b[0].c'),
  'lists in lists': named('pros_cons[0][0]', 'faqs[0].question.x', 'selected[0].x', 'id[0]'),
  '201 pros and cons': encode(
    Array.from({ length: 201 }, (_, i) => [
      [`pros_cons[${i}].type`, 'PRO'],
      [`pros_cons[${i}].text`, 'x'.repeat(500)],
    ]).flat() as [string, string][],
  ),
  'a thousand names in a list': many(1_000, (i) => `pros_cons[${i % 200}].a${i}`),
  'an intent of the deal form': asking(INSERT),
  ...Object.fromEntries(
    ['email', 'password', 'name', 'title', 'body', 'description', 'tags', 'slug', 'cta_url', 'id'].map((name) => [
      `a ${name} of 250 kB`,
      encode([[name, 'a,b '.repeat(62_000).slice(0, 250_000)]]).slice(0, 255_000),
    ]),
  ),
  'letters that grow when they are normalized': encode([['email', 'ﷺ'.repeat(28_000)]]),
}

const word = fc.oneof(
  fc.constantFrom('email', 'title', 'pros_cons', 'faqs', 'text', 'intent', '__intent__', '__state__', '__proto__'),
  fc.constantFrom('constructor', 'length', 'map', 'then', 'name', 'id', 'selected', ''),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const segment = fc.oneof(
  word.map((key) => `.${key}`),
  fc.nat({ max: 300 }).map((index) => `[${index}]`),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map((index) => `[${index}]`),
  fc.constantFrom('[]', '[', ']', '.', '[x]', '[-1]', ''),
)
const fieldName = fc.tuple(word, fc.array(segment, { maxLength: 8 })).map(([first, rest]) => first + rest.join(''))
const field = fc.tuple(fieldName, fc.oneof(word, fc.json({ maxDepth: 3 })))

/** Random, with a fixed seed: the same in every run. */
export const RANDOM: Record<string, string> = Object.fromEntries(
  fc.sample(fc.array(field, { minLength: 1, maxLength: 12 }), { numRuns: 40, seed: 20_261_122 }).map((fields) => {
    const body = encode(fields)
    return [body.slice(0, 80), body]
  }),
)

const part = (header: string, value = 'x') => `--x\r\n${header}\r\n\r\n${value}\r\n`
const dispositions = (...names: string[]) =>
  `${names.map((name) => part(`Content-Disposition: form-data; name="${name}"`)).join('')}--x--\r\n`

/** Bodies of multipart/form-data with the boundary "x", which only uploads accept. None contains a file. */
export const MULTIPART: Record<string, string> = {
  ...Object.fromEntries(
    NAMES.filter((name) => !/[\0"]/.test(name)).map((name) => [`the name ${name.slice(0, 30)}`, dispositions(name)]),
  ),
  'a file with a long index': `${part('Content-Disposition: form-data; name="file[10000000]"; filename="a.csv"')}--x--\r\n`,
  '4,000 parts': dispositions(...Array.from({ length: 4_000 }, (_, i) => `a${i}`)),
  '3,000 files': part('Content-Disposition: form-data; name="a"; filename="a"').repeat(3_000),
  'parts without a name': `${part('Content-Disposition: form-data')}--x--\r\n`,
  'parts without headers': '--x\r\n\r\nx\r\n--x--\r\n',
  'a part without an end': '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntitle',
  'a thousand headers': part('X: y\r\n'.repeat(1_000)),
  'headers of 200 kB': part(`X: ${'y'.repeat(200_000)}`),
  'no part': '--x--\r\n',
  nothing: '',
  'ten thousand boundaries': '--x\r\n'.repeat(10_000),
}
