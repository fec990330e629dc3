import { test as base } from '@playwright/test'

type Fixtures = {
  /** Whether the pages of this run may use scripts. */
  hasScripts: boolean
  /** What the browser's console complained about, on every page of the test. Expected to stay empty. */
  complaints: string[]
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  baseURL: async ({}, use) => use(process.env.SITE_URL),
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        const isExpected = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      base.expect(complaints, 'complaints in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
