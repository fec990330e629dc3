import { expect, test } from 'vitest'
import { safePath, signInPathFor } from '~/http/responses.server'

test.each(['/', '/deals?q=crm#top', '/account'])('%s is accepted as a redirect target', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/.//evil.example',
  'deals',
  '',
  null,
  `/${'a'.repeat(3_000)}`,
])('the redirect target %s is replaced by /', (path) => {
  expect(safePath(path)).toBe('/')
})

test('the sign-in path returns to the page without router parameters', () => {
  const request = new Request('http://localhost:3000/admin/deals.data?q=crm&_routes=routes%2Fadmin')
  expect(signInPathFor(request)).toBe('/auth?redirectTo=%2Fadmin%2Fdeals%3Fq%3Dcrm')
})
