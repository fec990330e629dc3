import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { aboutDeal, plainDescription, renderDescription } from '~/features/catalog/deals/page/description-format.server'

type Tag = { name: string; attributes: Record<string, string> }

/** The elements of some HTML, how deep they are, and its words as a reader sees them. */
function read(html: string) {
  const tags: Tag[] = []
  let [text, depth, deepest] = ['', 0, 0]
  const parser = new Parser({
    onopentag(name, attributes) {
      tags.push({ name, attributes })
      deepest = Math.max(deepest, ++depth)
    },
    onclosetag() {
      depth -= 1
    },
    ontext(part) {
      text += part
    },
  })
  parser.end(html)
  return { tags, deepest, text: text.replaceAll(' (opens in a new tab)', '') }
}

const namesIn = (text: string) => [...new Set(read(renderDescription(text)).tags.map(({ name }) => name))]

test('a description has paragraphs with their line breaks, bold, emphasis and lists', () => {
  const html = renderDescription('One\ntwo **bold** and *em*\n\n- a\n  - b\n\n1. c\n2. d')
  expect(html.replace(/\n| dir="auto"/g, '')).toBe(
    '<p>One<br>two <strong>bold</strong> and <em>em</em></p><ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li><li>d</li></ol>',
  )
})

test('a link opens the address in a new tab and recommends nothing', () => {
  const [, link] = read(renderDescription('See [the docs](https://docs.example/?a=1&b=%22x "Title").')).tags
  expect(link).toEqual({
    name: 'a',
    attributes: {
      class: 'link',
      href: 'https://docs.example/?a=1&b=%22x',
      target: '_blank',
      rel: 'nofollow ugc noopener',
    },
  })
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/admin)',
  '[x](https://ada:secret@evil.example/)',
  '[x](<https://bank.example@evil.example/>)',
  '<https://auto.example> https://bare.example someone@mail.example',
  '[x][y]\n\n[y]: https://reference.example',
])('%s is no link', (text) => {
  expect(namesIn(text)).not.toContain('a')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp;',
  '# Heading',
  '| a | b |\n|---|---|',
  '```\ncode\n```',
  '> quote',
  'Title\n===',
  '2 * 3 * 4, snake_case_name',
  '***\n\n-----',
])('%s is shown as written', (text) => {
  const { tags, text: shown } = read(renderDescription(text))
  expect(tags.filter(({ name }) => name !== 'p' && name !== 'br')).toEqual([])
  expect(shown.trim()).toBe(text.replace('\n\n', '\n'))
})

test('a picture is not loaded', () => {
  expect(namesIn('![x](https://pixel.example/x.gif)')).not.toContain('img')
})

test('lists pasted with dots are lists, and a sentence below a list is none of its entries', () => {
  const html = renderDescription('Tiers:\r\n• 2 seats\r\n• 5 seats\r\nAll 2.x releases.').replace(/\n| dir="auto"/g, '')
  expect(html).toBe('<p>Tiers:</p><ul><li>2 seats</li><li>5 seats</li></ul><p>All 2.x releases.</p>')
})

test('where only text is shown, the words stay and the signs go', () => {
  const text = 'Use **code** at [the shop](https://a.example) &amp; <b>save</b>.\nNow.\n\n1. Buy\n2. Redeem\n\n- *Fast*'
  expect(plainDescription(text)).toBe('Use code at the shop &amp; <b>save</b>.\nNow.\n1. Buy\n2. Redeem\nFast')
  expect(aboutDeal({ summary: '**Kept**', description: text })).toBe('**Kept**')
  expect(aboutDeal({ summary: null, description: '**Bold**' })).toBe('Bold')
  expect(aboutDeal({ summary: null, description: null })).toBeUndefined()
})

const FRAGMENTS = [
  ...[
    '**',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '![',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '• ',
    '  ',
    '\\',
    '`',
    '> ',
    '#',
    '|',
    '&',
    ';',
  ],
  ...[
    '<',
    '>',
    '"',
    "'",
    '<b onclick=',
    '<!--',
    '</p>',
    'javascript:',
    'https://a.example',
    'data:',
    '&#106;',
    'word',
    'ü',
  ],
]

test('a link without an address is only its words', () => {
  expect(renderDescription('[word]() and []()')).toBe('<p dir="auto">word and </p>\n')
  expect(plainDescription('[word]() and []()')).toBe('word and ')
})

test('any input yields only the allowed elements, with the same words as the plain text', () => {
  const ALLOWED = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'span']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 60 }), (fragments) => {
      const text = fragments.join('')
      const { tags, text: shown } = read(renderDescription(text))
      for (const { name, attributes } of tags) {
        expect(ALLOWED).toContain(name)
        if (name === 'a') expect(attributes.href).toMatch(/^https?:\/\//)
        expect(['class', 'href', 'target', 'rel', 'dir', 'start']).toEqual(
          expect.arrayContaining(Object.keys(attributes)),
        )
      }
      const letters = (words: string) => words.replace(/[\s\d.)]/g, '')
      expect(letters(plainDescription(text))).toBe(letters(shown))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  '*a ',
  '[',
  '- ',
  '*',
  '[a](',
  '**a *b ',
  '_',
  '\\',
  '[a](https://x.example) ',
  'a\n',
  '- a\n',
  '![[',
  '*_',
  '&#',
])('20,000 characters of %j make no deep page', (fragment) => {
  const text = fragment.repeat(Math.floor(20_000 / fragment.length))
  const { deepest } = read(renderDescription(text))
  plainDescription(text)
  expect(deepest).toBeLessThan(30)
})

test.each([
  `${'*'.repeat(9_999)}a${'*'.repeat(9_999)}`,
  Array.from({ length: 130 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n'),
])('nesting ends where a page would become too deep', (text) => {
  expect(read(renderDescription(text)).deepest).toBeLessThan(30)
})
