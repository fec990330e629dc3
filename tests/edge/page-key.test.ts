import { describe, expect, test } from 'vitest'
import { chooseEncoding } from '~/edge/encoded-response.server'
import { pageKey } from '~/edge/page-cache.server'

const keyOf = (url: string, headers = {}, method = 'GET') => pageKey({ url, headers, method })

describe('the cache key of a URL', () => {
  test.each([
    ['/', '/'],
    ['/deals', '/deals'],
    ['/deals?', '/deals'],
    ['/deals?utm_source=x&colour=blue', '/deals'],
    ['/deals?q=a%20b&category=c', '/deals?category=c&q=a+b'],
    ['/deals?q=a+b&category=c&fbclid=1', '/deals?category=c&q=a+b'],
    ['/deals?q=first&q=second', '/deals?q=first'],
    ['/about?q=x&page=2', '/about'],
    ['/deals/a-deal?q=x&page=2', '/deals/a-deal?page=2'],
    ['/deals/a-deal/changes?page=2&edit=1', '/deals/a-deal/changes'],
    ['/compare?diff=1&d=b&d=a&x=1', '/compare?d=b&d=a&diff=1'],
    ['/compare?q=x&d=a', '/compare?d=a&q=x'],
    ['/categories/video?sort=rating&page=3', '/categories/video?page=3'],
  ])('the cache key of %s is %s', (url, key) => expect(keyOf(url)).toBe(key))
})

describe('requests without a cache key', () => {
  test('a request with an Authorization header has no cache key', () => {
    expect(keyOf('/deals', { authorization: 'Basic eDp5' })).toBeUndefined()
  })

  test.each([
    '/administration',
    '/Deals',
    '/deals/',
    '/deals/a-deal/reviews',
    `/deals?q=${'x'.repeat(3_000)}`,
    '/compare?d=a&d=a',
    '/compare?d=A',
    '/compare?d=',
    '/compare?d=a&d=b&d=c&d=e&d=f',
    '/auth',
    '/auth/reset',
    '/account',
    '/ACCOUNT',
    '/admin/deals',
    '/go/x',
    '/session',
    '/deals.data',
    '/a.rss',
  ])('%s has no cache key', (url) => expect(keyOf(url)).toBeUndefined())
  test('a request with a session cookie has no cache key', () =>
    expect(keyOf('/', { cookie: 'a=b; session=c' })).toBeUndefined())
  test('a POST request has no cache key', () => expect(keyOf('/', {}, 'POST')).toBeUndefined())
  test('other cookies do not affect the cache key', () => expect(keyOf('/', { cookie: '_ga=1' })).toBe('/'))
})

describe('negotiation of the encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000,gzip;q=0', 'identity'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['brotli', 'identity'],
    ['identity', 'identity'],
    ['', 'identity'],
  ])('Accept-Encoding "%s" gets %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))
})
