import { makeDeal } from '#tests/factories'
import { expect, test } from './fixtures'

const FIRST = ['besley', 'hanken-grotesk']

for (const [title, expected] of [
  ['Plain and café', FIRST],
  ['Łódź', ['besley', 'besley-latin-ext', 'hanken-grotesk', 'hanken-grotesk-latin-ext']],
  ['Ελλάδα, Привет and 日本', FIRST],
] as const) {
  test(`a page with "${title}" asks for the files of the typefaces that have its letters`, async ({ page }) => {
    const deal = await makeDeal({ title, summary: title })
    const asked = new Set<string>()
    page.on('request', (request) => {
      const file = request.url().match(/([^/]+)-[\w-]{8}\.woff2$/)
      if (file) asked.add(file[1]!)
    })
    await page.goto(`/deals/${deal.slug}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect([...asked].sort()).toEqual(expected)
  })
}
