import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures'

const PAGES = [
  '/',
  '/deals',
  '/deals?view=list',
  '/deals/quillstack',
  '/categories',
  '/platforms/stackyard',
  '/compare?d=quillstack&d=moorline-crm',
]

for (const path of PAGES) {
  test(`${path} stays within the size limits for scripts, styles and HTML for visitors @scripts`, async ({
    page,
    request,
  }) => {
    const sizes = { script: 0, stylesheet: 0 }
    page.on('response', async (response) => {
      const type = response.request().resourceType()
      if (type === 'script' || type === 'stylesheet') sizes[type] += gzipSync(await response.body()).length
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(sizes.script).toBeLessThanOrEqual(6_000)
    expect(sizes.stylesheet).toBeLessThanOrEqual(15_000)
    const html = await (await request.get(path)).body()
    expect(html.length).toBeLessThanOrEqual(60_000)
  })
}
