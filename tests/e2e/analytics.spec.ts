import { makeDeal } from '#tests/factories'
import { makeClicks } from '#tests/staff-factories'
import { countClicksOfDays } from '~/features/staff/analytics/count-clicks-task.server'
import { expect, test, unique } from './fixtures'

test('clicks are counted for each range and can be downloaded as CSV', async ({ page, context, signInAs, baseURL }) => {
  const slug = `counted-${unique()}`
  const title = `=1+1 ${slug}`
  const deal = await makeDeal({ slug, title, cta_url: `${baseURL}/healthz` })
  // Enough old clicks to lead the all-time list, and none within a shorter range.
  const created_at = new Date(Date.now() - 100 * 86_400_000)
  await makeClicks(40, { deal_id: deal.id, created_at })
  await countClicksOfDays()

  await page.goto(`/deals/${slug}`)
  const opened = context.waitForEvent('page')
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Get This Deal/ })
    .click()
  await (await opened).close()

  await signInAs({ role: 'MANAGER' })
  const clicksOfDeal = () =>
    page
      .getByRole('table', { name: /^Clicks by deal/ })
      .getByRole('row')
      .filter({ hasText: slug })
      .getByRole('cell')
      .nth(1)
  await page.goto('/admin/analytics')
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  for (const card of ['Total Clicks', 'Avg Rating', 'Total Users', 'Reviews']) {
    await expect(page.getByRole('term').filter({ hasText: card }).first()).toBeVisible()
  }
  await expect(clicksOfDeal()).toHaveText('1')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/admin/analytics?range=all')
  await expect(clicksOfDeal()).toHaveText('41')
  await expect(page.getByRole('region', { name: 'Top Deals by Clicks' })).toContainText(slug)

  const download = page.getByRole('link', { name: 'Download clicks by deal as CSV' })
  const answer = await page.request.get((await download.getAttribute('href'))!)
  expect(answer.headers()['content-disposition']).toContain('attachment')
  expect(await answer.text()).toContain(`'${title},${slug},41,0,0`)
})

test('the table below the chart has the same values as the chart', async ({ page, signInAs }) => {
  await makeClicks(1, { deal_id: (await makeDeal()).id })
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/analytics?range=7')
  const chart = page.getByRole('region', { name: 'Clicks over time' })
  const days = await chart.locator('tbody tr td:nth-child(2)').allTextContents()
  expect(days).toHaveLength(7)
  const sum = days.reduce((all, clicks) => all + Number(clicks.replaceAll(',', '')), 0)
  await expect(chart.getByText(new RegExp(`^${sum.toLocaleString('en-US')} clicks?,`))).toBeVisible()
  const path = (await chart.locator('path[fill="none"]').getAttribute('d'))!
  const drawn = path
    .split(/[ML]/)
    .slice(1)
    .map((point) => Number(point.split(',')[1]))
  const highest = Math.max(...days.map((clicks) => Number(clicks.replaceAll(',', ''))))
  expect(drawn.toReversed().indexOf(Math.min(...drawn))).toBe(
    days.findIndex((clicks) => Number(clicks.replaceAll(',', '')) === highest),
  )
})
