import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
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
    const [html, styles] = await readPage(request, path)
    expect(html.length).toBeLessThanOrEqual(60_000)
    expect(styles.length).toBeGreaterThan(0)
    expect(gzipSync(styles).length).toBeLessThanOrEqual(9_000)
  })
}

/** A page without its inline styles, and these. */
async function readPage(request: APIRequestContext, path: string) {
  const page = (await (await request.get(path)).body()).toString()
  const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  return [Buffer.from(page.replace(styles, '')), styles] as const
}
