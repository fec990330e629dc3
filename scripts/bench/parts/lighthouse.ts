import { chromium } from 'playwright'
import { findFreePort } from '../../database/embedded-server'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const GOAL = 98
/** Not a dependency: 40 MB for this part only. */
const PACKAGE = 'lighthouse'

/** Lighthouse's four scores for each kind of public page, on a simulated mobile device. */
export async function measureLighthouse(databaseUrl: string, slug: string): Promise<Measurement[]> {
  const lighthouse = await import(PACKAGE).catch(() => undefined)
  if (!lighthouse) {
    return [{ what: 'lighthouse', ours: `not measured: npm install --no-save ${PACKAGE}`, goal: `>= ${GOAL}` }]
  }
  const [port, debugPort] = [await findFreePort(), await findFreePort()]
  const site = `http://localhost:${port}`
  const app = await startSite({ port, databaseUrl, env: { SITE_URL: site } })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debugPort}`],
  })
  try {
    const measurements: Measurement[] = []
    for (const path of ['/', '/deals', `/deals/${slug}`, '/categories', '/about', '/auth']) {
      const { lhr } = await lighthouse.default(site + path, { port: debugPort, logLevel: 'silent', output: 'json' })
      measurements.push(toMeasurement(path, lhr))
    }
    return measurements
  } finally {
    await browser.close()
    await app.stop()
  }
}

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

function toMeasurement(path: string, { categories, audits }: Report): Measurement {
  const score = ({ score }: { score: number | null }) => Math.round((score ?? 0) * 100)
  const scores = Object.entries(categories).map(([name, category]) => `${name} ${score(category)}`)
  const failed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
  const paint = ((audits['largest-contentful-paint']?.numericValue ?? 0) / 1000).toFixed(2)
  return {
    what: `lighthouse ${path}`,
    ours: `${scores.join(', ')}; LCP ${paint} s${failed.length > 0 ? `; ${failed.join(', ')}` : ''}`,
    goal: `each >= ${GOAL}`,
    isMet: Object.values(categories).every((category) => score(category) >= GOAL),
  }
}
