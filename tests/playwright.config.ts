import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/testing/chromium'

// Workers load this file again and inherit the variable, so that apt is asked once at most.
process.env.CHROMIUM_PATH ||= findChromium()

/** Pages are measured before any journey changes them. */
const DEMO_CONTENT = '**/weight.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../build/e2e',
  globalSetup: './setup/start-site.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A journey that fails once is run again, and named by `npm test`.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['line']],
  use: {
    // Traces would have to be recorded for every test, which takes longer than most tests.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  // Every journey runs twice; those tagged @scripts only with JavaScript, those tagged @no-scripts only without. Pages are
  // weighed before any journey adds deals, categories and platforms to the demo content.
  projects: [
    { name: 'demo content', testMatch: DEMO_CONTENT },
    {
      name: 'with scripts',
      testIgnore: DEMO_CONTENT,
      dependencies: ['demo content'],
      grepInvert: /@no-scripts/,
    },
    {
      name: 'without scripts',
      testIgnore: DEMO_CONTENT,
      dependencies: ['demo content'],
      use: { javaScriptEnabled: false },
      grepInvert: /@scripts/,
    },
  ],
})
