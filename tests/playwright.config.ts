import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/testing/chromium'

// Workers load this file again and inherit the variables, so that apt is asked once at most.
process.env.CHROMIUM_PATH ||= findChromium()
// Each worker has a site of its own, so that no journey sees what another one does at the same time.
const sites = JSON.parse(process.env.SITES ?? '[]')
Object.assign(process.env, sites[Number(process.env.TEST_PARALLEL_INDEX)])

const AFTERWARDS = { dependencies: ['demo content'] }
const NO_SCRIPTS = { use: { javaScriptEnabled: false } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../build/e2e',
  globalSetup: './setup/start-site.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // These end what hangs, on a machine that is busy with other things too.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: 'line',
  use: {
    // Traces would have to be recorded for every test, which takes longer than most tests.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  // Journeys run with scripts. Those tagged @both run without scripts too, and those tagged @no-scripts only without.
  // Those tagged @demo read the demo content before any journey adds deals, categories and platforms to it. Those tagged
  // @clock set the clock of their browser context, and have one of their own.
  projects: [
    { name: 'demo content', grep: /@demo/ },
    { name: 'with scripts', ...AFTERWARDS, grepInvert: /@no-scripts|@demo/ },
    { name: 'without scripts', ...AFTERWARDS, ...NO_SCRIPTS, grep: /@both|@no-scripts/ },
  ],
})
