import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/testing/chromium'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../build/e2e',
  globalSetup: './setup/start-site.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['line']],
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
  // Every journey runs twice; one that is about scripts is marked @scripts and runs only with them.
  projects: [
    { name: 'with scripts' },
    { name: 'without scripts', use: { javaScriptEnabled: false }, grepInvert: /@scripts/ },
  ],
})
