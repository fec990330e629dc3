import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { aboutDeal, plainDescription, renderDescription } from '~/features/catalog/deals/page/description-format.server'
import { renderDraft, renderPageText } from '~/features/site/pages/page-text.server'
import { outsideUrl } from '~/ui/outside-url'
import { blocksOf } from '~/ui/plain-text'

type Tag = { name: string; attributes: Record<string, string> }

/** The elements of some HTML, how deep they are, and its words as a reader sees them. */
function read(html: string) {
  const tags: Tag[] = []
  let [text, depth, deepest] = ['', 0, 0]
  const parser = new Parser({
    onopentag(name, attributes) {
      expect(attributes).not.toHaveProperty('style')
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

const namesOf = (html: string) => [...new Set(read(html).tags.map(({ name }) => name))]
const namesIn = (text: string) => namesOf(renderDescription(text))

test('a description has paragraphs with their line breaks, bold, emphasis and lists, but no pictures', () => {
  const html = renderDescription('One\ntwo **bold** and *em*\n\n- a\n  - b\n\n1. c\n2. d')
  expect(namesIn('![x](https://pixel.example/x.gif)')).not.toContain('img')
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

/** Addresses that neither a description nor a page links to. */
const UNSAFE = [
  ...'javascript:alert(1) JaVaScRiPt:alert(1) java&#115;cript:alert(1) &#x6A;avascript:alert(1)'.split(' '),
  ...'data:text/html;base64,PHNjcmlwdD4= vbscript:x file:///etc/passwd //evil.example /\\evil.example'.split(' '),
  ...['ada:secret', 'bank.example'].map((user) => `https://${user}@evil.example/`),
]

test.each([
  ...UNSAFE.map((address) => `[x](${address}) [x](<${address}>)`),
  '[x](/admin)',
  '<https://auto.example> https://bare.example someone@mail.example',
  '[x][y]\n\n[y]: https://reference.example',
])('%s is no link', (text) => {
  expect(namesIn(text)).not.toContain('a')
})

test.each([
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '&lt;b&gt; &amp;', '# Heading'],
  ...['| a | b |\n|---|---|', '```\ncode\n```', '> quote', 'Title\n===', '***\n\n-----'],
  '2 * 3 * 4, snake_case_name',
])('%s is shown as written', (text) => {
  const { tags, text: shown } = read(renderDescription(text))
  expect(tags.filter(({ name }) => name !== 'p' && name !== 'br')).toEqual([])
  expect(shown.trim()).toBe(text.replace('\n\n', '\n'))
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
  ...'** * _ [ ] ( ) ![ \\ ` # | & ; < > " <!-- </p> javascript: https://a.example data: &#106; word ü'.split(' '),
  ...['\n', '\n\n', '- ', '1. ', '• ', '  ', '> ', "'", '<b onclick='],
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
  ...['[', '*', '_', '\\', '*_', '&#', '![[', '- ', '*a ', 'a\n'],
  ...['- a\n', '**a *b ', '[a](', '[a](https://x.example) '],
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

test('a page has headings below its title, and tables without inline styles', () => {
  const html = renderPageText('# One\n\n### Two\n\n| Fee | Sum |\n| :- | -: |\n| Entry | **5** |')
  expect(html).toContain('<h2 dir="auto">One</h2>')
  expect(html).toContain('<h3 dir="auto">Two</h3>')
  expect(html).toContain('<th dir="auto" class="text-end">Sum</th>')
  expect(html).toContain('<td dir="auto" class="text-end"><strong class="font-semibold">5</strong></td>')
  expect(namesOf(html)).toContain('table')
})

test('HTML stays text', () => {
  const html = renderPageText('<script>alert(1)</script> <b>x</b>\n\n| <img src=x onerror=alert(1)> |\n| - |\n| x |')
  expect(namesOf(html)).toEqual(['p', 'div', 'table', 'thead', 'tr', 'th', 'tbody', 'td'])
  expect(html).toContain('&lt;script&gt;')
})

test('links lead to pages of the site, other sites and mailboxes, and to nothing else', () => {
  const inside = renderPageText('[a](/pages/press) [b](mailto:ada@ledger.example)')
  expect(inside).toContain('<a class="link" href="/pages/press">a</a>')
  expect(inside).toContain('<a class="link" href="mailto:ada@ledger.example">b</a>')
  const outside = renderPageText('[a](https://other.example) and [b](/faq)')
  expect(outside).toContain('target="_blank" rel="noopener">a<span class="sr-only"> (opens in a new tab)</span></a>')
  expect(outside).toContain('<a class="link" href="/faq">b</a>')
  for (const address of UNSAFE) {
    const { tags } = read(renderPageText(`[x](${address}) [x](<${address}>)`))
    const links = tags.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href!)
    expect([address, links.filter((link) => !link.startsWith('/%5C'))]).toEqual([address, []])
  }
})

test.each([
  ['500 nested lists', Array.from({ length: 500 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n')],
  ['500 lists on a line', `${'- '.repeat(500)}x`],
  ['25,000 opened links', '[a]('.repeat(12_500)],
  ['50,000 brackets', '['.repeat(50_000)],
  ['25,000 emphases', '*a '.repeat(16_600)],
  ['a table of 1,000 columns', `${'a|'.repeat(1_000)}\n${'-|'.repeat(1_000)}\n${'|\n'.repeat(20_000)}`],
  ['50,000 pipes', '|'.repeat(50_000)],
  ['25,000 headings', '#\n'.repeat(25_000)],
  ['50,000 hashes', '#'.repeat(50_000)],
  ['25,000 escapes', '\\#'.repeat(25_000)],
])('%s are rendered within three seconds and not deep', (_, text) => {
  const start = performance.now()
  const html = renderPageText(text)
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(html.length).toBeLessThan(3_000_000)
  expect(read(html).deepest).toBeLessThan(30)
})

test('a draft is rendered up to the limit of a text, with a line between the two texts of the privacy page', () => {
  expect(renderDraft(['Before', null])).toBe('<p dir="auto">Before</p>\n')
  expect(renderDraft(['Before', 'After'])).toBe('<p dir="auto">Before</p>\n<hr><p dir="auto">After</p>\n')
  expect(renderDraft(['a'.repeat(60_000)])).toHaveLength(50_000 + '<p dir="auto"></p>\n'.length)
})

const shape = (text: string) => blocksOf(text).map(({ text, entries }) => entries ?? text)

test('empty lines separate paragraphs, and single line breaks are kept', () => {
  expect(shape('One\r\ntwo\n\n\n  Three  ')).toEqual(['One\ntwo', 'Three'])
})

test('lines that start with a dash become a list, and dashes within words or a line of dashes do not', () => {
  const list = shape('Tiers:\n- 2 seats\n- 5 seats\nAll 2.x releases.')
  expect(list).toEqual(['Tiers:', ['2 seats', '5 seats'], 'All 2.x releases.'])
  expect(shape('pre-launch\n---')).toEqual(['pre-launch\n---'])
})

test('only web addresses without a user name are linked', () => {
  expect(outsideUrl('https://vendor.example/a?b=c')).toBe('https://vendor.example/a?b=c')
  const users = ['bank.example', 'ada:secret', ':secret'].map((user) => `https://${user}@vendor.example/`)
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//vendor.example',
    ...users,
    'no address',
    '',
    null,
  ]) {
    expect([address, outsideUrl(address)]).toEqual([address, undefined])
  }
})
