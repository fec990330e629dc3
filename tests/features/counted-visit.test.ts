import { describe, expect, test } from 'vitest'
import { outsideReferrer } from '~/features/audience/clicks/count-click.server'
import { isCountableVisit } from '~/features/audience/clicks/counted-visit'
import { BROWSER } from '../browser'

const counts = (headers: Record<string, string>, method = 'GET') =>
  isCountableVisit(
    new Request('http://localhost:3000/go/deal', { method, headers: { 'User-Agent': BROWSER, ...headers } }),
  )

describe('clicks that count', () => {
  test.each([
    ['a browser without Sec-Fetch headers', {}],
    ['a headless browser', { 'User-Agent': BROWSER.replace('Chrome', 'HeadlessChrome') }],
    [
      'a page of the site',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['the address bar', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
    [
      'a link on another site',
      {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-User': '?1',
      },
    ],
  ])('a visit from %s counts as a click', (_, headers) => expect(counts(headers)).toBe(true))

  test.each([
    ['a known bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a link preview', { 'User-Agent': 'facebookexternalhit/1.1' }],
    ['curl', { 'User-Agent': 'curl/8.5.0' }],
    ['a client without User-Agent', { 'User-Agent': '' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['a prefetch with the old Purpose header', { Purpose: 'prefetch' }],
    ['a prefetch with the X-Moz header', { 'X-Moz': 'prefetch' }],
    [
      'an image on another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    [
      'a frame on another site',
      {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'iframe',
        'Sec-Fetch-User': '?1',
      },
    ],
    [
      'a cross-site redirect without a click',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['a script of the site', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
  ])('%s does not count as a click', (_, headers) => expect(counts(headers)).toBe(false))

  test('a HEAD request does not count as a click', () => expect(counts({}, 'HEAD')).toBe(false))
})

describe('the referrer of a click', () => {
  const own = 'https://deals.example.com'
  test.each([
    ['https://news.example/2026/best-deals?utm_source=x&token=abc#top', 'https://news.example/2026/best-deals'],
    ['https://news.example', 'https://news.example/'],
    ['http://news.example:8080/a', 'http://news.example:8080/a'],
    ['https://user:secret@news.example/a', null],
    ['https://user@news.example/a', null],
    ['https://deals.example.com/deals/quillstack', null],
    ['http://deals.example.com/', null],
    ['//news.example/a', null],
    ['data:text/html,hello', null],
    ['https://', null],
    ['https://mail.example/reset/5d41402abc4b2a76b9719d911017c592aa', 'https://mail.example/'],
    ['https://mail.example/u/ada@example.com', 'https://mail.example/'],
    ['android-app://com.example.reader/', null],
    ['javascript:alert(1)', null],
    ['not an address', null],
    ['', null],
  ])('the referrer %s is stored as %s', (header, stored) => expect(outsideReferrer(header, own)).toBe(stored))

  test('a stored referrer has at most 300 characters', () => {
    const stored = outsideReferrer(`https://news.example/${'long-way/'.repeat(100)}`, own)
    expect(stored).toHaveLength(300)
  })
})
