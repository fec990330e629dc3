import { expect, test } from 'vitest'
import {
  composeLink,
  type LinkProgram,
  linkOf,
  splitLink,
  templateProblem,
} from '~/features/catalog/links/link-program'

const deal = {
  slug: 'quillstack',
  cta_url: 'https://shop.dealmint.com/quillstack?plan=a b&x=%20',
  platform_id: 'p',
  affiliate_url: null,
}
const program = (given: Partial<LinkProgram>): LinkProgram => ({
  id: given.host ?? given.platform_id ?? '',
  template: 'https://net.example/c/1?u={url}',
  host: null,
  platform_id: null,
  ...given,
})
const composed = (template: string, cta_url = deal.cta_url) => {
  const result = composeLink(template, { slug: deal.slug, cta_url })
  return 'url' in result ? result.url : result.problem
}

test('the link is the own one, else of the exact host, the domain, the platform, else plain', () => {
  const programs = [
    program({ platform_id: 'p' }),
    program({ host: 'dealmint.com' }),
    program({ host: 'shop.dealmint.com' }),
  ]
  const sourceOf = (own: string | null, list: LinkProgram[]) => linkOf({ ...deal, affiliate_url: own }, list).source
  expect(sourceOf('https://net.example/own', programs)).toBe('own')
  expect(sourceOf(null, programs)).toBe('host')
  expect(sourceOf(null, programs.slice(0, 2))).toBe('domain')
  expect(sourceOf(null, programs.slice(0, 1))).toBe('platform')
  expect(sourceOf(null, [])).toBe('plain')
  expect(linkOf(deal, []).url).toBe(deal.cta_url)
})

test('a host is neither part of another host nor the domain of a shared one', () => {
  const of = (cta_url: string, host: string) => linkOf({ ...deal, cta_url }, [program({ host })]).source
  expect(of('https://notdealmint.com/a', 'dealmint.com')).toBe('plain')
  expect(of('https://dealmint.com.evil.example/a', 'dealmint.com')).toBe('plain')
  expect(of('https://ada.github.io/a', 'github.io')).toBe('plain')
  expect(of('https://DealMint.com./a', 'dealmint.com')).toBe('host')
})

test('placeholders give the plain address encoded once more, the address as it is, and the slug', () => {
  const address = 'https://a.example/x?q=1%2F2&name=é'
  expect(composed('https://net.example/c?u={url}&s={slug}', address)).toBe(
    'https://net.example/c?u=https%3A%2F%2Fa.example%2Fx%3Fq%3D1%252F2%26name%3D%C3%A9&s=quillstack',
  )
  expect(composed('https://net.example/go/{raw_url}', address)).toBe(
    'https://net.example/go/https://a.example/x?q=1%2F2&name=%C3%A9',
  )
  expect(composed('{raw_url}&sid={slug}', address)).toBe('https://a.example/x?q=1%2F2&name=%C3%A9&sid=quillstack')
  expect(composed('https://net.example/{slug}/{slug}')).toBe('https://net.example/quillstack/quillstack')
})

test('the parameters of a template without a placeholder are added to the plain address', () => {
  expect(composed('?ref=ledger&c=1', 'https://a.example/x?q=1#plans')).toBe(
    'https://a.example/x?q=1&ref=ledger&c=1#plans',
  )
  expect(composed('https://ignored.example/?ref=ledger', 'https://a.example/x?ref=other')).toBe(
    'https://a.example/x?ref=ledger',
  )
})

test.each([
  ['javascript:alert(1)//{url}', 'must start with http:// or https://'],
  ['//net.example/{url}', 'must start with http:// or https://'],
  ['https://net.example\\{raw_url}', 'backslashes'],
  ['https://net.example/\n{url}', 'line breaks'],
  ['https://user@net.example/{url}', 'username or password'],
  ['https://{slug}.net.example/', 'only after the host'],
  ['https://net.example{raw_url}', 'only after the host'],
  ['https://?u={url}', 'must name a host'],
  ['https://net.example/{address}', 'unknown placeholder {address}'],
  ['https://net.example/c/1', 'neither a placeholder nor parameters'],
])('rejects the template %s', (template, words) => {
  expect(templateProblem(template)).toContain(words)
})

test.each(['https://net.example/c/1?u={url}', '{raw_url}?via=a', '?via=a', 'http://net.example/?via=a'])(
  'accepts the template %s',
  (template) => expect(templateProblem(template)).toBeUndefined(),
)

test('a plain address cannot choose another host, a scheme or a user name', () => {
  expect(composed('{raw_url}@evil.example/', 'https://a.example')).toContain('username or password')
  expect(composed('{raw_url}.evil.example/', 'https://a.example')).toContain('would lead to a.example.evil.example')
  expect(composed('{raw_url}', 'javascript:alert(1)')).toBe('the link would be no web address')
})

test('a link longer than a stored one may be is refused, and the deal keeps its plain address', () => {
  const cta_url = `https://a.example/${'x'.repeat(2_010)}`
  expect(composed('https://net.example/c?u={url}', cta_url)).toMatch(
    /^the link would have 2,0\d\d characters; 2,048 is the most$/,
  )
  expect(composed('?v=1', cta_url)).toBe(`${cta_url}?v=1`)
  const long = { ...deal, cta_url }
  expect(linkOf(long, [program({ host: 'a.example' })])).toEqual({ url: cta_url, source: 'plain' })
})

/** The link with what the template inserted in brackets. */
const marked = (template: string, cta_url: string) => {
  const link = { slug: 'quillstack', cta_url }
  return splitLink(composed(template, cta_url), template, link)
    .map(({ text, isInserted }) => (isInserted ? `[${text}]` : text))
    .join('')
}

test.each([
  [
    'the encoded address and the slug',
    'https://net.example/c/1?u={url}&sid={slug}',
    'https://a.example/x?q=1',
    'https://net.example/c/1?u=[https%3A%2F%2Fa.example%2Fx%3Fq%3D1]&sid=[quillstack]',
  ],
  [
    'the address as it is, at the end',
    'https://net.example/go/{raw_url}',
    'https://a.example/x?q=é',
    'https://net.example/go/[https://a.example/x?q=%C3%A9]',
  ],
  [
    'the address at the start, whose encoding makes it longer',
    '{raw_url}&sid={slug}',
    "https://a.example/é?it's=ü",
    '[https://a.example/%C3%A9?it%27s=%C3%BC]&sid=[quillstack]',
  ],
  [
    'two values without anything between',
    'https://net.example/{slug}{slug}',
    'https://a.example/',
    'https://net.example/[quillstack][quillstack]',
  ],
  [
    'added parameters, not those that the address has or its fragment',
    '?ref=ledger&c=1',
    'https://a.example/x?q=1&c=9#a?ref=b&c=2',
    'https://a.example/x?q=1&[c=1]&[ref=ledger]#a?ref=b&c=2',
  ],
  ['a parameter with an encoded name', '?a%20b=1', 'https://a.example/', 'https://a.example/?[a+b=1]'],
  [
    'a parameter that is the only one',
    'https://ignored.example/?ref=ledger',
    'https://a.example',
    'https://a.example/?[ref=ledger]',
  ],
])('what a template inserted can be shown: %s', (_what, template, cta_url, shown) => {
  expect(marked(template, cta_url)).toBe(shown)
  expect(marked(template, cta_url).replace(/[[\]]/g, '')).toBe(composed(template, cta_url))
})
