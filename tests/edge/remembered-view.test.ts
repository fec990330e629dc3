import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { applyRememberedView } from '~/edge/address.server'
import { pageKey } from '~/edge/page-cache.server'

type Given = { cookie?: string; method?: string; 'sec-purpose'?: string }

/** The address that the app and the cache see, and the cookie that the response sets. */
function ask(url: string, { method = 'GET', ...headers }: Given = {}) {
  const request = { url, method, headers } as unknown as IncomingMessage
  const cookies: string[] = []
  const response = { setHeader: (_: string, value: string) => cookies.push(value) } as unknown as ServerResponse
  applyRememberedView(request, response)
  return { url: request.url, cookies, key: pageKey(request) }
}

const ROWS = 'deals-view=list'

test.each([
  ['/deals', undefined, '/deals'],
  ['/deals', ROWS, '/deals?view=list'],
  ['/deals', `theme=dark; ${ROWS}; a=b`, '/deals?view=list'],
  ['/deals?q=a%20b&page=2', ROWS, '/deals?q=a+b&page=2&view=list'],
  ['/deals?view=', ROWS, '/deals?view=list'],
  ['/deals?view=list', undefined, '/deals?view=list'],
  ['/deals?view=grid&q=crm', ROWS, '/deals?q=crm'],
  ['/deals?view=grid', undefined, '/deals'],
  ['/deals.data?_routes=x', ROWS, '/deals.data?_routes=x&view=list'],
  ['/deals/quillstack', ROWS, '/deals/quillstack'],
  ['/deals.rss?q=crm', ROWS, '/deals.rss?q=crm'],
  ['/categories/crm?view=list', undefined, '/categories/crm?view=list'],
])('a request for %s with the cookies "%s" becomes one for %s', (url, cookie, expected) => {
  expect(ask(url, { cookie }).url).toBe(expected)
})

test('a view in the address is remembered, and the grid by deleting the cookie', () => {
  expect(ask('/deals?view=list').cookies).toEqual(['deals-view=list; Max-Age=31536000; Path=/; SameSite=Lax; HttpOnly'])
  expect(ask('/deals?view=grid', { cookie: ROWS }).cookies).toEqual([
    'deals-view=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
  ])
})

test('no cookie is set that would change nothing, and none for a page that is only prefetched', () => {
  expect(ask('/deals', { cookie: ROWS }).cookies).toEqual([])
  expect(ask('/deals?view=list', { cookie: ROWS }).cookies).toEqual([])
  expect(ask('/deals?view=grid').cookies).toEqual([])
  expect(ask('/deals?view=table', { cookie: ROWS }).cookies).toEqual([])
  expect(ask('/deals?view=list', { 'sec-purpose': 'prefetch' }).cookies).toEqual([])
  expect(ask('/deals?view=list', { method: 'POST' }).cookies).toEqual([])
})

test('whatever the cookie and the address hold, the list has two cache keys', () => {
  const values = ['list', 'grid', 'LIST', '"list"', '', 'x'.repeat(50), ...Array.from({ length: 50 }, (_, n) => `${n}`)]
  const keys = values.flatMap((value) => [
    ask('/deals', { cookie: `deals-view=${value}` }).key,
    ask(`/deals?view=${encodeURIComponent(value)}`).key,
    ask(`/deals?view=${encodeURIComponent(value)}`, { cookie: ROWS }).key,
  ])
  expect([...new Set(keys)].sort()).toEqual(['/deals', '/deals?view=list'])
})
