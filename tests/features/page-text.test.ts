import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { renderDraft, renderPageText } from '~/features/site/pages/page-text.server'

/** The names of the elements, how deep they are, and the addresses of links. */
function read(html: string) {
  const [names, links, stack]: [Set<string>, string[], string[]] = [new Set(), [], []]
  let deepest = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      names.add(name)
      stack.push(name)
      deepest = Math.max(deepest, stack.length)
      if (name === 'a') links.push(attributes.href!)
      expect(attributes).not.toHaveProperty('style')
    },
    onclosetag: () => stack.pop(),
  })
  parser.end(html)
  return { names: [...names], links, deepest }
}

test('a page has headings below its title, and tables without inline styles', () => {
  const html = renderPageText('# One\n\n### Two\n\n| Fee | Sum |\n| :- | -: |\n| Entry | **5** |')
  expect(html).toContain('<h2 dir="auto">One</h2>')
  expect(html).toContain('<h3 dir="auto">Two</h3>')
  expect(html).toContain('<th dir="auto" class="text-end">Sum</th>')
  expect(html).toContain('<td dir="auto" class="text-end"><strong class="font-semibold">5</strong></td>')
  expect(read(html).names).toContain('table')
})

test('HTML stays text', () => {
  const html = renderPageText('<script>alert(1)</script> <b>x</b>\n\n| <img src=x onerror=alert(1)> |\n| - |\n| x |')
  expect(read(html).names).toEqual(['p', 'div', 'table', 'thead', 'tr', 'th', 'tbody', 'td'])
  expect(html).toContain('&lt;script&gt;')
})

test('links lead to pages of the site, other sites and mailboxes, and to nothing else', () => {
  const inside = renderPageText('[a](/pages/press) [b](mailto:ada@ledger.example)')
  expect(inside).toContain('<a class="link" href="/pages/press">a</a>')
  expect(inside).toContain('<a class="link" href="mailto:ada@ledger.example">b</a>')
  const outside = renderPageText('[a](https://other.example) and [b](/faq)')
  expect(outside).toContain('target="_blank" rel="noopener">a<span class="sr-only"> (opens in a new tab)</span></a>')
  expect(outside).toContain('<a class="link" href="/faq">b</a>')
  for (const address of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//other.example',
    '/\\other.example',
    'file:///etc/passwd',
    'https://ada:secret@other.example/',
    'https://bank.example@evil.example/',
  ]) {
    const { links } = read(renderPageText(`[x](${address}) [x](<${address}>)`))
    expect(
      links.filter((link) => !link.startsWith('/%5C')),
      address,
    ).toEqual([])
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
