import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { findFreePort } from '../../database/embedded-server'
import { startBuiltSite } from '../../testing/built-site'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium'
import { signInOne } from '../../testing/sign-in-people'
import type { Measurement } from '../report'

/** Bytes after gzip. */
const LIMITS = { HTML: 12_000, JavaScript: 6_000, CSS: 10_000, memberCss: 16_000 }
const INLINE_STYLES = /<style>(.*?)<\/style>/gs
const SCORE_GOAL = 100
const BLOCKED_GOAL_MS = 50
const RUNS = 5
/** Not a dependency: 40 MB for this part only. */
const PACKAGE = 'lighthouse'

/** The bytes of public pages, and Lighthouse's scores and paint times on a simulated phone. */
export async function measurePages(databaseUrl: string, slug: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const site = `http://localhost:${port}`
  const app = await startBuiltSite({ port, databaseUrl, env: { SITE_URL: site } })
  try {
    const cookie = await signInOne(databaseUrl)
    return [...(await measureBytes(site, slug, cookie)), ...(await measureLighthouse(site, slug))]
  } finally {
    await app.stop()
  }
}

async function measureBytes(site: string, slug: string, cookie: string): Promise<Measurement[]> {
  const read = async (path: string, headers = {}) => (await fetch(new URL(path, site), { headers })).text()
  const readStyles = async (html: string) => [
    ...[...html.matchAll(INLINE_STYLES)].map(([, sheet]) => sheet!),
    ...(await Promise.all(
      [...html.matchAll(/<link[^>]* rel="stylesheet"[^>]*>/g)].map(([tag]) => read(/href="([^"]+)"/.exec(tag)![1]!)),
    )),
  ]
  const measurements: Measurement[] = []
  for (const page of ['/', '/deals', `/deals/${slug}`, '/categories', '/platforms']) {
    const html = await read(page)
    const scripts = await Promise.all([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => read(src!)))
    measurements.push(
      weigh(`${page} HTML without its styles`, [html.replaceAll(INLINE_STYLES, '')], LIMITS.HTML),
      weigh(`${page} JavaScript`, scripts, LIMITS.JavaScript),
      weigh(`${page} CSS`, await readStyles(html), LIMITS.CSS),
    )
  }
  const html = await read('/deals', { Cookie: cookie })
  measurements.push(weigh('/deals CSS for a member', await readStyles(html), LIMITS.memberCss))
  return measurements
}

function weigh(what: string, files: string[], limit: number): Measurement {
  const sum = (pack: (text: string) => { length: number }) => files.reduce((all, text) => all + pack(text).length, 0)
  const gzip = sum((text) => gzipSync(text))
  const raw = sum((text) => Buffer.from(text))
  const ours = `${raw} B raw, ${gzip} gzip, ${sum((text) => brotliCompressSync(text))} brotli`
  return { what, ours, goal: `gzip <= ${limit}`, isMet: gzip <= limit }
}

async function measureLighthouse(site: string, slug: string): Promise<Measurement[]> {
  const lighthouse = await import(PACKAGE).catch(() => undefined)
  if (!lighthouse) return [{ what: 'lighthouse', ours: `not measured: npm install --no-save ${PACKAGE}` }]
  const debugPort = await findFreePort()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debugPort}`],
  })
  try {
    const measurements: Measurement[] = []
    for (const path of ['/', '/deals', `/deals/${slug}`, '/categories', '/changes', '/about']) {
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
  const goal = ['/categories', '/changes', '/about'].includes(path) ? 1.3 : 1.7
  return [
    {
      what: `lighthouse ${path}, median of ${RUNS}`,
      ours: scores.map(([name, score]) => `${name} ${score}`).join(', ') + (failed.length > 0 ? `; ${failed}` : ''),
      goal: `each ${SCORE_GOAL}`,
      isMet: scores.every(([, score]) => score >= SCORE_GOAL),
    },
    {
      what: `${path}: largest paint, layout shift, blocking time, simulated phone`,
      ours: `${largest.toFixed(2)} s, ${shift.toFixed(3)}, ${blocked.toFixed(0)} ms`,
      goal: `<= ${goal} s, 0, ${BLOCKED_GOAL_MS} ms`,
      isMet: largest <= goal && shift < 0.001 && blocked <= BLOCKED_GOAL_MS,
    },
  ]
}
