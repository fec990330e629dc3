import { expect, test } from 'vitest'
import * as dashboard from '~/routes/admin._index/route'
import { makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'

test('the dashboard begins with the three specified counts and the six specified tiles', async () => {
  const deal_id = (await makeDeal()).id
  await makeReview({ deal_id })
  await makeComment({ deal_id })
  const manager = await makeProfile({ role: 'MANAGER' })
  const html = await renderPage(manager, { pattern: '/admin', path: '/admin', routes: [dashboard] })
  const counts = html.indexOf('<dl')
  const tiles = html.indexOf('aria-label="Staff screens"')
  expect(counts).toBeLessThan(tiles)
  expect(tiles).toBeLessThan(html.indexOf('<section'))
  const names = [...html.slice(counts, tiles).matchAll(/<dt[^>]*>.*?<\/dt>/g)].map(([name]) => wordsOf(name))
  expect(names).toEqual(['Total Deals', 'Pending Reviews', 'Pending Comments'])
  const links = html.slice(tiles, html.indexOf('</nav>', tiles)).matchAll(/<a [^>]*href="([^"]*)"/g)
  expect([...links].map(([, href]) => href)).toEqual([
    '/admin/deals',
    '/admin/csv-import',
    '/admin/reviews',
    '/admin/comments',
    '/admin/analytics',
    '/admin/users',
  ])
})
