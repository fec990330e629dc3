import { expect, test } from 'vitest'
import * as dashboard from '~/routes/admin._index/route'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { MAKE_WAITING } from '../waiting-items'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function openDashboard() {
  const manager = await makeProfile({ role: 'MANAGER' })
  return renderPage(manager, { pattern: '/admin', path: '/admin', routes: [dashboard] })
}

/** The words of the box with this id of its heading. */
const boxOf = (html: string, id: string) =>
  wordsOf(
    html
      .slice(html.indexOf(`aria-labelledby="${id}"`))
      .split('</section>')[0]!
      .replace(/^[^>]*>/, ''),
  )

test('the dashboard begins with the three specified counts and the six specified tiles', async () => {
  const deal_id = (await makeDeal()).id
  await makeReview({ deal_id })
  await makeComment({ deal_id })
  const html = await openDashboard()
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

test('each number is on the dashboard once', async () => {
  const deal_id = (await makeDeal({ end_date: null, checked_at: new Date() })).id
  for (let n = 0; n < 3; n++) await makeReview({ deal_id, created_at: ago(50) })
  await makeChangeLog({ deal_id, affects_owners: 'YES', created_at: ago(28) })
  await makeChangeLog({ deal_id, affects_owners: 'NO' })
  await MAKE_WAITING.ended_report()
  const html = await openDashboard()
  expect(wordsOf(html.slice(html.indexOf('<dl'), html.indexOf('</dl>')))).toContain(
    'Pending Reviews 3: Pending Reviews the oldest 2 days Pending Comments none: Pending Comments',
  )
  expect(boxOf(html, 'waiting')).toBe(
    'Also waiting Open the next item What waits besides reviews and comments, by kind Kind Waiting Oldest Change reports 1 affects owners 2 28 hours, older than 24 hours',
  )
  expect(boxOf(html, 'freshness')).toContain('Reported as ended 1')
  expect(boxOf(html, 'gaps')).not.toContain('Ended deals')
})

test('with nothing in the queue the dashboard says so once, without a way to the next item', async () => {
  const html = await openDashboard()
  expect(boxOf(html, 'waiting')).toBe('Also waiting Nothing else is waiting.')
  expect(boxOf(html, 'freshness')).toBe('Freshness Open the freshness view Nothing to check.')
})
