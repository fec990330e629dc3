import { expect, test } from 'vitest'
import { rollUp } from '~/features/staff/analytics/roll-up.server'
import * as analytics from '~/routes/admin.analytics/route'
import { makeDeal, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { makeClicks } from '../staff-factories'

test('the deals with the most clicks are ranked from 1', async () => {
  const [second, first] = [await makeDeal({ title: 'Swatchley' }), await makeDeal({ title: 'Formwren' })]
  await makeClicks(2, { deal_id: second.id })
  await makeClicks(3, { deal_id: first.id })
  await rollUp()
  const staff = await makeProfile({ role: 'MANAGER' })
  const html = await renderPage(staff, { pattern: '/admin/analytics', path: '/admin/analytics', routes: [analytics] })
  const list = html.slice(html.indexOf('<ol'), html.indexOf('</ol>'))
  expect(wordsOf(list.replaceAll(/<span|<\/b>/g, ' $&'))).toMatch(/^1 Formwren 3 clicks 2 Swatchley 2 clicks$/)
})
