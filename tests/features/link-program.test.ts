import { expect, test } from 'vitest'
import { addParams } from '~/features/catalog/links/address-params'
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
  expect(composed('?sid={slug}&u={url}', 'https://a.example/x?q=1#plans')).toBe(
    'https://a.example/x?q=1&sid=quillstack&u=https%3A%2F%2Fa.example%2Fx%3Fq%3D1%23plans#plans',
  )
  expect(composed('https://net.example/{slug}/{slug}')).toBe('https://net.example/quillstack/quillstack')
})

test('the parameters of a template without a placeholder are added to the plain address', () => {
  expect(composed('?ref=ledger&c=1', 'https://a.example/x?q=1#plans')).toBe(
    'https://a.example/x?q=1&ref=ledger&c=1#plans',
  )
  expect(composed('https://ignored.example/?ref=ledger#top', 'https://a.example/x')).toBe(
    'https://a.example/x?ref=ledger',
  )
})

test.each([
  ['a fragment', 'https://frag.example/#pricing', 'https://frag.example/?ref=abc#pricing'],
  ['a query', 'https://query.example/p?plan=ltd', 'https://query.example/p?plan=ltd&ref=abc'],
  [
    'a name without a value and signs that need no encoding',
    'https://flag.example/p?lifetime&path=a/b&sig=x~y*z!',
    'https://flag.example/p?lifetime&path=a/b&sig=x~y*z!&ref=abc',
  ],
  ['a path in the fragment', 'https://frag2.example/#/deal/7', 'https://frag2.example/?ref=abc#/deal/7'],
  ['an empty value', 'https://a.example/?code=', 'https://a.example/?code=&ref=abc'],
  ['a plus sign', 'https://a.example/?q=life+time', 'https://a.example/?q=life+time&ref=abc'],
  ['two equal names', 'https://a.example/?id=1&id=2', 'https://a.example/?id=1&id=2&ref=abc'],
  ['encoded signs', 'https://a.example/a%2Fb?q=%7E%2f', 'https://a.example/a%2Fb?q=%7E%2f&ref=abc'],
  ['a question mark at its end', 'https://a.example/p?', 'https://a.example/p?ref=abc'],
  ['an ampersand at its end', 'https://a.example/p?a=1&', 'https://a.example/p?a=1&ref=abc'],
  ['a query and a fragment with a query', 'https://a.example/?a=1#/x?b=2', 'https://a.example/?a=1&ref=abc#/x?b=2'],
  ['semicolons and brackets', 'https://a.example/?f[]=1;g=2', 'https://a.example/?f[]=1;g=2&ref=abc'],
])('a parameter is added to an address with %s, and nothing else changes', (_what, address, link) => {
  expect(addParams(address, '?ref=abc')).toBe(link)
  expect(addParams(address, 'ref=abc')).toBe(link)
  expect(composed('?ref=abc', address)).toBe(link)
})

test('nothing is added to an address where there is nothing to add', () => {
  expect(addParams('https://a.example/p#x', '')).toBe('https://a.example/p#x')
  expect(addParams('https://a.example/p#x', '?')).toBe('https://a.example/p#x')
})

test.each([
  ['?ref=abc', 'https://a.example/?ref=other', 'the address has the parameter ref already'],
  ['?c=1&ref=abc', 'https://a.example/?ref', 'the address has the parameter ref already'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=1&b=2', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=1+2', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/#plans', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=%2F', 'would change the address'],
  ['https://net.example/?u={raw_url}&s={slug}', 'https://a.example/#plans', 'would change the address'],
  ['https://net.example/go/{raw_url}', 'https://a.example/../y', 'would change the address'],
])('the template %s is refused for %s, because it would change the vendor part', (template, address, problem) => {
  expect(composed(template, address)).toContain(problem)
  expect(linkOf({ ...deal, cta_url: address }, [program({ platform_id: 'p', template })])).toMatchObject({
    url: address,
    source: 'plain',
  })
})

test('a raw address is accepted where the network can read it whole', () => {
  expect(composed('https://net.example/?u={raw_url}&s=1', 'https://a.example/p?a=1')).toBe(
    'https://net.example/?u=https://a.example/p?a=1&s=1',
  )
  expect(composed('https://net.example/go/{raw_url}', 'https://a.example/p?a=1&b=2#plans')).toBe(
    'https://net.example/go/https://a.example/p?a=1&b=2#plans',
  )
})

test.each([
  ['javascript:alert(1)//{url}', 'A template begins with ?, as in ?ref=me, or with https://'],
  ['//net.example/{url}', 'A template begins with ?, as in ?ref=me, or with https://'],
  [
    '{raw_url}?ref=abc',
    'A template begins with ?, as in ?ref=me, or with https://, as in https://network.example/?u={url}.',
  ],
  ['{raw_url}&ref=abc', 'A template begins with ?'],
  ['{raw_url}', 'A template begins with ?'],
  ['ref=abc', 'A template begins with ?'],
  ['&ref=abc', 'A template begins with ?'],
  ['?u={raw_url}', 'cannot contain {raw_url}'],
  ['?ref=abc#top', 'cannot contain #'],
  ['?', 'needs a parameter'],
  ['https://net.example/?', 'needs a parameter'],
  ['https://net.example/go/{raw_url}?ref=abc', '{raw_url} must be the end'],
  ['https://net.example/go/{raw_url}&s={slug}', '{raw_url} must be the end'],
  ['https://net.example\\{raw_url}', 'backslashes'],
  ['https://net.example/\n{url}', 'line breaks'],
  ['https://user@net.example/{url}', 'username or password'],
  ['https://{slug}.net.example/', 'only after the host'],
  ['https://net.example{raw_url}', 'only after the host'],
  ['https://?u={url}', 'must name a host'],
  ['https://net.example/{address}', 'the placeholder {address}'],
  ['https://net.example/c/1', 'needs a parameter, as in ?ref=me, or a placeholder'],
])('rejects the template %s', (template, words) => {
  expect(templateProblem(template)).toContain(words)
})

test.each(['https://net.example/c/1?u={url}', '?via=a&s={slug}', '?via=a', 'http://net.example/?via=a'])(
  'accepts the template %s',
  (template) => expect(templateProblem(template)).toBeUndefined(),
)

test('a plain address cannot choose another host, a scheme or a user name', () => {
  expect(composed('{raw_url}@evil.example/', 'https://a.example')).toBe('the template is not valid')
  expect(composed('{raw_url}.evil.example/', 'https://a.example')).toBe('the template is not valid')
  expect(composed('?ref=a', 'javascript:alert(1)')).toBe('the link would be no web address')
  expect(composed('https://net.example/{raw_url}', '//evil.example/')).toBe('the link would be no web address')
})

test('a stored template that is no longer accepted leaves the plain link, from which we earn nothing', () => {
  const programs = [program({ platform_id: 'p', template: '{raw_url}?ref=abc' })]
  const cta_url = 'https://frag.example/#pricing'
  expect(linkOf({ ...deal, cta_url }, programs)).toEqual({ url: cta_url, source: 'plain', commission: 'none' })
})

test.each([
  ['https://quillstack.app/life', null, [], 'none'],
  ['https://quillstack.app/life', 'https://net.example/own', [], 'ours'],
  ['https://quillstack.app/life', 'https://quillstack.app/life', [], 'none'],
  ['https://geni.us/abc', 'https://geni.us/abc', [], 'ours'],
  ['https://geni.us/abc', null, [], 'others'],
  ['https://quillstack.app/?via=joe', null, [], 'others'],
  ['https://quillstack.app/?via=joe', null, ['https://net.example/?u={url}'], 'ours'],
  ['https://quillstack.app/?via=joe', null, ['?via=me'], 'others'],
  ['https://quillstack.app/life', null, ['?via=me'], 'ours'],
])('from the link %s with the affiliate link %s and the templates %j, the commission is: %s', (...given) => {
  const [cta_url, affiliate_url, templates, commission] = given
  const programs = templates.map((template) => program({ platform_id: 'p', template }))
  expect(linkOf({ ...deal, cta_url, affiliate_url }, programs).commission).toBe(commission)
})

test('a link longer than a stored one may be is refused, and the deal keeps its plain address', () => {
  const cta_url = `https://a.example/${'x'.repeat(2_010)}`
  expect(composed('https://net.example/c?u={url}', cta_url)).toMatch(
    /^the link would have 2,0\d\d characters; 2,048 is the most$/,
  )
  expect(composed('?v=1', cta_url)).toBe(`${cta_url}?v=1`)
  const long = { ...deal, cta_url }
  expect(linkOf(long, [program({ host: 'a.example' })])).toMatchObject({ url: cta_url, source: 'plain' })
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
    'parameters after an address whose encoding makes it longer',
    '?sid={slug}',
    "https://a.example/é?it's=ü",
    'https://a.example/%C3%A9?it%27s=%C3%BC[&sid=quillstack]',
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
    'https://a.example/x?q=1&d=9#a?ref=b&c=2',
    'https://a.example/x?q=1&d=9[&ref=ledger&c=1]#a?ref=b&c=2',
  ],
  ['a parameter with an encoded name', '?a%20b=1', 'https://a.example/', 'https://a.example/[?a%20b=1]'],
  [
    'a parameter that is the only one',
    'https://ignored.example/?ref=ledger',
    'https://a.example',
    'https://a.example/[?ref=ledger]',
  ],
])('what a template inserted can be shown: %s', (_what, template, cta_url, shown) => {
  expect(marked(template, cta_url)).toBe(shown)
  expect(marked(template, cta_url).replace(/[[\]]/g, '')).toBe(composed(template, cta_url))
})
