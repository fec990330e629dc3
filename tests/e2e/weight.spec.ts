import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Response } from '@playwright/test'
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
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await sumSizes(responses, 'script')).toBeLessThanOrEqual(6_000)
    expect(await sumSizes(responses, 'stylesheet')).toBeLessThanOrEqual(15_000)
    const [html, styles] = await readPage(request, path)
    expect(html.length).toBeLessThanOrEqual(60_000)
    expect(styles.length).toBeGreaterThan(0)
    expect(gzipSync(styles).length).toBeLessThanOrEqual(9_000)
  })
}

/** The bytes of all responses of a type, compressed with gzip. */
async function sumSizes(responses: Response[], type: string) {
  const found = responses.filter((response) => response.request().resourceType() === type)
  const sizes = await Promise.all(found.map(async (response) => gzipSync(await response.body()).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A page without its inline styles, and these. */
async function readPage(request: APIRequestContext, path: string) {
  const page = (await (await request.get(path)).body()).toString()
  const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  return [Buffer.from(page.replace(styles, '')), styles] as const
}
