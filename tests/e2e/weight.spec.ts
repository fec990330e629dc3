import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
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
  test(`${path} stays within the size limits for scripts, styles and HTML for visitors @demo`, async ({
    page,
    request,
  }) => {
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await sumSizes(responses, 'script')).toBeLessThanOrEqual(6_000)
    const document = await (await request.get(path)).text()
    const styles = [...document.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet]) => sheet!)
    const html = document.replaceAll(/<style>.*?<\/style>/gs, '')
    // What is linked is for printing.
    expect((await sumSizes(responses, 'stylesheet')) + gzipSync(styles.join('')).length).toBeLessThanOrEqual(18_000)
    expect(gzipSync(html).length).toBeLessThanOrEqual(path.startsWith('/deals/') ? 15_000 : 12_000)
  })
}

/** The bytes of all responses of a type, compressed with gzip. */
async function sumSizes(responses: Response[], type: string) {
  const found = responses.filter((response) => response.request().resourceType() === type)
  const sizes = await Promise.all(found.map(async (response) => gzipSync(await response.body()).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
