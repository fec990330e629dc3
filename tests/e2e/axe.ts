import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { hydrated } from './fixtures'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice']

/** Fails with every violation that axe finds on a page. */
export async function expectNoViolations(page: Page) {
  await untilAtRest(page)
  // No page embeds another site, so one run in the page itself sees everything.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode(true)
  const { violations } = await axe.analyze()
  const details = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  )
  expect.soft(details, page.url()).toEqual([])
}

/** The page follows the theme of the system, so one load shows both. */
export async function expectNoViolationsInEitherTheme(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await test.step(`the ${theme} theme`, async () => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`))
      await expectNoViolations(page)
    })
  }
}

/** axe records positions first and checks colors later: a font that loads in between would shift the page. */
async function untilAtRest(page: Page) {
  await hydrated(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}
