import { setTimeout } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { hydrated } from './fixtures'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Fails with every violation that axe finds on a page in the light theme; with `rules`, of these rules only. Does nothing
 * in journeys without scripts, whose markup is the same.
 */
export async function expectNoViolations(page: Page, rules?: string[]) {
  if (test.info().project.use.javaScriptEnabled === false) return
  await untilAtRest(page)
  const { violations } = await analyze(page, rules)
  const details = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  )
  expect.soft(details, page.url()).toEqual([])
}

/** axe answers within five seconds on a busy machine. */
const AXE_TIMEOUT_MS = 25_000

/** axe sometimes never answers, on pages that it has just judged. It is then asked again, the last time on a new load. */
async function analyze(page: Page, rules?: string[]) {
  for (const attempt of [1, 2, 3]) {
    if (attempt === 3) {
      await page.reload()
      await untilAtRest(page)
    }
    if (attempt > 1 || !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    const answer = run(page, rules ?? TAGS)
    answer.catch(() => {})
    const found = await Promise.race([answer, setTimeout(AXE_TIMEOUT_MS, undefined, { ref: false })])
    if (found) return found
  }
  throw new Error('axe gave no answer, three times')
}

function run(page: Page, runOnly: string[]) {
  // No page embeds another one.
  const options: RunOptions = { resultTypes: ['violations'], runOnly, iframes: false }
  return page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(options), options)
}

/**
 * axe records positions first and checks colors later: a font that loads in between would shift the page. What is
 * scrolled halfway under the header would count as too small.
 */
async function untilAtRest(page: Page) {
  await hydrated(page)
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
    // The end of one, such as that of an inherited color, may begin the next.
    do {
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
      await new Promise(requestAnimationFrame)
    } while (document.getAnimations().length > 0)
  })
}
