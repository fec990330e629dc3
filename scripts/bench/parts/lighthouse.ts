import { chromium } from 'playwright'
import { findFreePort } from '../../database/embedded-server'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium'
import { startSite } from '../load/site'
import type { Measurement } from '../report'

const GOAL = 98
const BLOCKED_GOAL_MS = 50
const RUNS = 5
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
    for (const path of ['/', '/deals', `/deals/${slug}`, '/categories', '/changes', '/about', '/auth']) {
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run++) {
        const { lhr } = await lighthouse.default(site + path, { port: debugPort, logLevel: 'silent', output: 'json' })
        reports.push(lhr)
      }
      measurements.push(...toMeasurements(path, reports))
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

function toMeasurements(path: string, reports: Report[]): Measurement[] {
  const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const readValue = ({ audits }: Report, name: string) => audits[name]?.numericValue ?? 0
  const medianOf = (read: (report: Report) => number) => reports.map(read).toSorted((a, b) => a - b)[RUNS >> 1]!
  const scores = Object.keys(reports[0]!.categories).map((name) => [name, medianOf((r) => scoreOf(r, name))] as const)
  const failed = Object.values(reports[0]!.categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (reports[0]!.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
  const largest = medianOf((report) => readValue(report, 'largest-contentful-paint')) / 1_000
  const shift = medianOf((report) => readValue(report, 'cumulative-layout-shift'))
  const blocked = medianOf((report) => readValue(report, 'total-blocking-time'))
  const goal = path === '/' ? 1.2 : 1
  return [
    {
      what: `lighthouse ${path}, median of ${RUNS}`,
      ours: scores.map(([name, score]) => `${name} ${score}`).join(', ') + (failed.length > 0 ? `; ${failed}` : ''),
      goal: `each >= ${GOAL}`,
      isMet: scores.every(([, score]) => score >= GOAL),
    },
    {
      what: `${path}: largest paint, layout shift, blocking time, simulated phone`,
      ours: `${largest.toFixed(2)} s, ${shift.toFixed(3)}, ${blocked.toFixed(0)} ms`,
      goal: `<= ${goal} s, 0, ${BLOCKED_GOAL_MS} ms`,
      isMet: largest <= goal && shift < 0.001 && blocked <= BLOCKED_GOAL_MS,
    },
  ]
}
