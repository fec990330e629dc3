import { expect, test } from 'vitest'
import { routeIdOf } from '~/edge/request-log.server'

test.each([
  ['/', 'routes/_index'],
  ['/?q=1', 'routes/_index'],
  ['/_root.data', 'routes/_index'],
  ['/deals', 'routes/deals._index'],
  ['/deals?q=secret-word', 'routes/deals._index'],
  ['/deals.data?_routes=x', 'routes/deals._index'],
  ['/deals.json', 'routes/deals[.]json'],
  ['/deals/quillstack', 'routes/deals.$slug._index'],
  ['/deals/quillstack/comments', 'routes/deals.$slug.comments'],
  ['/deals/quillstack/changes.rss', 'routes/deals.$slug_.changes[.]rss'],
  ['/og/deals/quillstack.png', 'routes/og.deals.$slug[.]png'],
  ['/admin/analytics/deals.csv', 'routes/admin.analytics_.$table[.csv]'],
  ['/admin', 'routes/admin._index'],
  ['/admin/queue/review/1', 'routes/admin.queue_.$kind.$id'],
  ['/account/settings.data', 'routes/account_.settings'],
  ['/assets/main-abc.js', 'assets'],
  ['/readyz', 'health'],
  ['/wp-login.php', 'routes/$'],
  ['/%zz', 'routes/$'],
  ['//evil.example', 'routes/$'],
])('a request for %s counts for %s', (url, id) => {
  expect(routeIdOf(url)).toBe(id)
})

test('10,000 unknown paths produce only a few ids', () => {
  const urls = Array.from({ length: 10_000 }, (_, n) => [`/x${n}`, `/admin/x-${n}`, `/deals/${n}`, `//x${n}`])
  expect(new Set(urls.flat().map(routeIdOf)).size).toBeLessThan(8)
})
