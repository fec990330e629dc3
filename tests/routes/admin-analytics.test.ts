import { expect, test } from 'vitest'
import * as analytics from '~/routes/admin.analytics/route'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { makeClicks } from '../staff-factories'

const open = async () => {
  const staff = await makeProfile({ role: 'MANAGER' })
  return renderPage(staff, { pattern: '/admin/analytics', path: '/admin/analytics', routes: [analytics] })
}

test('the deals with the most clicks are ranked from 1', async () => {
  const [second, first] = [await makeDeal({ title: 'Swatchley' }), await makeDeal({ title: 'Formwren' })]
  await makeClicks(2, { deal_id: second.id })
  await makeClicks(3, { deal_id: first.id })
  const html = await open()
  const list = html.slice(html.indexOf('<ol'), html.indexOf('</ol>'))
  expect(wordsOf(list.replaceAll(/<span|<\/b>/g, ' $&'))).toMatch(/^1 Formwren 3 clicks 2 Swatchley 2 clicks$/)
})

test('each queue has a panel with its total and pending items, and a link to the pending ones if there are any', async () => {
  const created_at = new Date(Date.now() - 50 * 3_600_000)
  await makeReview({ status: 'APPROVED' })
  await makeReview({ created_at })
  await makeChangeLog()
  await makeComment({ status: 'APPROVED' })
  const html = await open()
  const panelOf = (queue: string) => html.match(new RegExp(`aria-labelledby="queue-${queue}".*?</section>`, 's'))![0]
  expect(wordsOf(panelOf('reviews'))).toMatch(/Reviews Total 2 Pending 1 Oldest pending 2 days Moderate reviews$/)
  expect(panelOf('reviews')).toContain('href="/admin/reviews?status=pending"')
  expect(wordsOf(panelOf('change_logs'))).toMatch(/Total 1 Pending 1 Oldest pending 0 hours Moderate change reports$/)
  expect(panelOf('change_logs')).toContain('href="/admin/change-logs?status=pending"')
  expect(wordsOf(panelOf('comments'))).toMatch(/Comments Total 1 Pending 0$/)
})
