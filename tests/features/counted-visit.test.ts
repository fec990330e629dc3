import { describe, expect, test } from 'vitest'
import { isCountableVisit } from '~/features/clicks/counted-visit'
import { outsideReferrer } from '~/features/clicks/referrer'
import { BROWSER } from '../browser'

const counts = (headers: Record<string, string>, method = 'GET') =>
  isCountableVisit(
    new Request('http://localhost:3000/go/deal', { method, headers: { 'User-Agent': BROWSER, ...headers } }),
  )

describe('a visit that counts', () => {
  test.each([
    ['a browser that says nothing more', {}],
    ['a browser that a test drives', { 'User-Agent': BROWSER.replace('Chrome', 'HeadlessChrome') }],
    [
      'a click on our own page',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['an address typed in', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
    [
      'a link followed on another site',
      {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-User': '?1',
      },
    ],
  ])('%s', (_, headers) => expect(counts(headers)).toBe(true))

  test.each([
    ['a known bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a link preview', { 'User-Agent': 'facebookexternalhit/1.1' }],
    ['a command', { 'User-Agent': 'curl/8.5.0' }],
    ['nobody in particular', { 'User-Agent': '' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', { Purpose: 'prefetch' }],
    ['a prefetch of Firefox', { 'X-Moz': 'prefetch' }],
    [
      'a picture on another site',
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
      'a page that sends people here by itself',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['a script of our own', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
  ])('is not %s', (_, headers) => expect(counts(headers)).toBe(false))

  test('is not a question about the address', () => expect(counts({}, 'HEAD')).toBe(false))
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
  ])('%s is kept as %s', (header, kept) => expect(outsideReferrer(header, own)).toBe(kept))

  test('ends after 300 characters', () => {
    const kept = outsideReferrer(`https://news.example/${'long-way/'.repeat(100)}`, own)
    expect(kept).toHaveLength(300)
  })
})
