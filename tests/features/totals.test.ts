import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { countClicksOfDays } from '~/features/staff/analytics/count-clicks-task.server'
import { findTotals } from '~/features/staff/analytics/totals.server'
import { listWaiting } from '~/features/staff/dashboard/dashboard.server'
import * as dashboard from '~/routes/admin._index/route'
import * as analytics from '~/routes/admin.analytics/route'
import { formatAge } from '~/ui/relative-time'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview, makeReviewVersion, publish } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { makeClicks } from '../staff-factories'
import { MAKE_WAITING } from '../waiting-items'

async function rawCounts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from reviews) as reviews, (select count(*) from review_versions where status = 'PENDING') as pending,
      (select count(*) from comments) as comments, (select count(*) from change_logs) as changes,
      (select count(*) from profiles) as users,
      coalesce((select round(avg(rating), 1) from shown_reviews), 0)::float8 as rating`.execute(db)
  return rows[0]!
}

async function expectMatch() {
  const { reviews, comments, change_logs, users, average_rating } = await findTotals()
  expect({
    reviews: reviews.total,
    pending: reviews.pending,
    comments: comments.total,
    changes: change_logs.total,
    users,
    rating: average_rating,
  }).toEqual(await rawCounts())
}

test('dashboard totals equal a query of the rows after inserts, verdicts, edits and deletions', async () => {
  await expectMatch()
  const deal = await makeDeal()
  const author = await makeProfile()
  await Promise.all([5, 4, 2].map((rating) => makeReview({ deal_id: deal.id, rating, status: 'APPROVED' })))
  const review = await makeReview({ deal_id: deal.id, rating: 1, user_id: author.id })
  await Promise.all([makeComment({ deal_id: deal.id }), makeChangeLog({ deal_id: deal.id })])
  await expectMatch()

  await publish(review.id)
  await makeReviewVersion({ review, rating: 3 })
  await expectMatch()
  await db.deleteFrom('profiles').where('id', '=', author.id).execute()
  await expectMatch()
  await Promise.all([makeReview(), makeComment()])
  await expectMatch()
  await db.deleteFrom('deals').execute()
  await expectMatch()
})

test('each queue shows its pending items of its total, and the date of the oldest pending one', async () => {
  const created_at = new Date('2026-01-02T03:04:05Z')
  await Promise.all([
    makeReview({ created_at }),
    makeReview(),
    makeReview({ created_at: new Date(0), status: 'REJECTED' }),
  ])
  const { reviews, comments } = await findTotals()
  expect(reviews).toMatchObject({ total: 3, pending: 2, oldest_pending: created_at })
  expect(comments.oldest_pending).toBeNull()
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

test('what waits is counted by kind with its oldest item and what affects owners, without kinds that have none', async () => {
  await makeReview({ created_at: ago(30) })
  await makeReview({ created_at: ago(2) })
  await makeComment()
  await makeChangeLog({ affects_owners: 'YES', created_at: ago(80) })
  await makeChangeLog({ affects_owners: 'NO' })
  const rows = await listWaiting()
  expect(rows.map(({ oldest, ...row }) => ({ ...row, age: formatAge(oldest!, new Date()) }))).toEqual([
    { kind: 'change_log', waiting: 2, affecting_owners: 1, isOverdue: true, age: '3 days' },
    { kind: 'review', waiting: 2, affecting_owners: 0, isOverdue: true, age: '30 hours' },
    { kind: 'comment', waiting: 1, affecting_owners: 0, isOverdue: false, age: '1 minute' },
  ])
})

test.each([
  [0.5 / 60, '1 minute'],
  [1 / 60, '1 minute'],
  [59.9 / 60, '59 minutes'],
  [1, '1 hour'],
  [47.9, '47 hours'],
  [48, '2 days'],
  [24 * 1_500, '1,500 days'],
])('an age of %f hours reads "%s"', (hours, text) => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(formatAge(new Date(now.getTime() - hours * HOUR - 1), now)).toBe(text)
})

async function openAsManager(pattern: string, route: RouteModule, search = '') {
  return renderPage(await makeProfile({ role: 'MANAGER' }), { pattern, path: `${pattern}${search}`, routes: [route] })
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
  const html = await openAsManager('/admin', dashboard)
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

test('each number is on the dashboard once, and that nothing is in the queue without a way to the next item', async () => {
  const empty = await openAsManager('/admin', dashboard)
  expect(boxOf(empty, 'waiting')).toBe('Also waiting Nothing else is waiting.')
  expect(boxOf(empty, 'freshness')).toBe('Freshness Open the freshness view Nothing to check.')
  const deal_id = (await makeDeal({ end_date: null, checked_at: new Date() })).id
  for (let n = 0; n < 3; n++) await makeReview({ deal_id, created_at: ago(50) })
  await makeChangeLog({ deal_id, affects_owners: 'YES', created_at: ago(28) })
  await makeChangeLog({ deal_id, affects_owners: 'NO' })
  await MAKE_WAITING.ended_report()
  const html = await openAsManager('/admin', dashboard)
  expect(wordsOf(html.slice(html.indexOf('<dl'), html.indexOf('</dl>')))).toContain(
    'Pending Reviews 3: Pending Reviews the oldest 2 days Pending Comments none: Pending Comments',
  )
  expect(boxOf(html, 'waiting')).toBe(
    'Also waiting Open the queue What waits besides reviews and comments, by kind Kind Waiting Oldest Change reports 1 affects owners 2 28 hours, older than 24 hours',
  )
  expect(boxOf(html, 'freshness')).toContain('Reported as ended 1')
  expect(boxOf(html, 'gaps')).not.toContain('Ended deals')
})

test('the deals with the most clicks are ranked from 1', async () => {
  const [second, first] = [await makeDeal({ title: 'Swatchley' }), await makeDeal({ title: 'Formwren' })]
  await makeClicks(2, { deal_id: second.id })
  await makeClicks(3, { deal_id: first.id })
  const html = await openAsManager('/admin/analytics', analytics)
  const list = html.slice(html.indexOf('<ol'), html.indexOf('</ol>'))
  expect(wordsOf(list.replaceAll(/<span|<\/b>/g, ' $&'))).toMatch(/^1 Formwren 3 clicks 2 Swatchley 2 clicks$/)
})

test('each queue has a panel with its total and pending items, and a link to the pending ones if there are any', async () => {
  const created_at = new Date(Date.now() - 50 * 3_600_000)
  await makeReview({ status: 'APPROVED' })
  await makeReview({ created_at })
  await makeChangeLog()
  await makeComment({ status: 'APPROVED' })
  const html = await openAsManager('/admin/analytics', analytics)
  const panelOf = (queue: string) => html.match(new RegExp(`aria-labelledby="queue-${queue}".*?</section>`, 's'))![0]
  expect(wordsOf(panelOf('reviews'))).toMatch(/Reviews Total 2 Pending 1 Oldest pending 2 days Moderate reviews$/)
  expect(panelOf('reviews')).toContain('href="/admin/reviews?status=pending"')
  expect(wordsOf(panelOf('change_logs'))).toMatch(/Total 1 Pending 1 Oldest pending 0 hours Moderate change reports$/)
  expect(panelOf('change_logs')).toContain('href="/admin/change-logs?status=pending"')
  expect(wordsOf(panelOf('comments'))).toMatch(/Comments Total 1 Pending 0$/)
})

test('the table below the chart has the same values as the chart, the newest first', async () => {
  const { id: deal_id } = await makeDeal()
  await makeClicks(3, { deal_id, created_at: new Date(Date.now() - 2 * 86_400_000) })
  await makeClicks(1, { deal_id })
  await countClicksOfDays()
  const html = await openAsManager('/admin/analytics', analytics, '?range=7')
  const [chart = ''] = html.slice(html.indexOf('Clicks over time')).split('</table>')
  const rows = /<tbody.*$/s.exec(chart)?.[0].match(/<tr.*?<\/tr>/gs) ?? []
  const days = rows.map((row) => Number(wordsOf(row.match(/<td.*?<\/td>/gs)?.[0] ?? '')))
  expect(days).toEqual([1, 0, 3, 0, 0, 0, 0])
  expect(wordsOf(chart)).toContain('4 clicks,')
  const path = /<path[^>]* fill="none"[^>]*>/.exec(chart)?.[0].match(/ d="([^"]*)"/)?.[1] ?? ''
  const drawn = path.split(/[ML]/).slice(1)
  const heights = drawn.map((point) => Number(point.split(',')[1])).toReversed()
  // Days without clicks are on the line at the bottom.
  const bottom = Math.max(...heights)
  expect(heights.map((y) => y < bottom)).toEqual(days.map((clicks) => clicks > 0))
  expect(heights.indexOf(Math.min(...heights))).toBe(2)
})
