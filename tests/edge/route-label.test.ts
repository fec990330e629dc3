import fs from 'node:fs'
import { expect, test } from 'vitest'
import { FIRST_PARTS, labelRoute } from '~/edge/route-label'

test('every route of the site has its first part in the list', () => {
  const parts = fs
    .readdirSync('app/routes')
    .map((name) => name.replace(/\.tsx?$/, '').replace(/\[(\.)\]/g, '\u0000'))
    .map((name) => name.split('.')[0]!.replace(/_$/, '').replaceAll('\u0000', '.'))
    .filter((part) => part !== '_index' && part !== '$')
  expect([...new Set(parts)].sort()).toEqual([...FIRST_PARTS].sort())
})

test.each([
  ['/', '/'],
  ['/?q=1', '/'],
  ['/deals', '/deals'],
  ['/deals?q=secret-word', '/deals'],
  ['/deals.data?_routes=x', '/deals'],
  ['/deals/quillstack', '/deals/*'],
  ['/deals/quillstack/comments', '/deals/*'],
  ['/admin/queue/reviews/1', '/admin/queue'],
  ['/account/settings.data', '/account/settings'],
  ['/assets/main-abc.js', '/assets/*'],
  ['/wp-login.php', 'other'],
  ['//evil.example', 'other'],
  ['/%zz', 'other'],
])('%s counts as %s', (url, label) => {
  expect(labelRoute(url)).toBe(label)
})

test('ten thousand made-up addresses are few labels', () => {
  const urls = Array.from({ length: 10_000 }, (_, n) => [
    `/x${n}`,
    `/admin/x-${n.toString(36).replace(/\d/g, 'a')}`,
    `/deals/${n}`,
  ])
  const labels = new Set(urls.flat().map(labelRoute))
  expect(labels.size).toBeLessThanOrEqual(301)
})
