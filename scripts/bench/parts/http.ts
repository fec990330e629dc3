import os from 'node:os'
import { findFreePort } from '../../database/embedded-server'
import { startBuiltSite } from '../../testing/built-site'
import { TERMS } from '../../testing/fill-database'
import { signInOne } from '../../testing/sign-in-people'
import { BARE, type Floor, nginxPageCache, readBody, templates } from '../floors/floors'
import { type Load, loadTool, measureLoad } from '../load/http-load'
import type { Measurement } from '../report'
import { measureBesideWork } from './beside-work'

const ROUNDS = 3
const SECONDS = 2

const PAGES = [
  '/',
  '/deals',
  '/deals?category=category-1&platform=platform-1',
  `/deals?q=${TERMS.common}`,
  `/deals?q=${TERMS.rare}`,
  `/deals?q=${TERMS.absent}`,
  `/deals?q=${TERMS.twoAbsent}`,
]

/** The built app under remix-serve, compared with a bare server in one process that sends the same bytes. */
export async function measureHttp(databaseUrl: string, slug: string): Promise<Measurement[]> {
  const one = await withSite(databaseUrl, {}, async (at) => {
    const measurements: Measurement[] = []
    for (const page of [...PAGES, `/deals/${slug}`]) measurements.push(await measurePage(at(page), { goal: 0.55 }))
    measurements.push(await measurePage(at('/deals'), { note: ', brotli', encoding: 'br', goal: 0.55 }))
    const etag = (await fetch(at('/deals'), { headers: { 'Accept-Encoding': 'identity' } })).headers.get('ETag')
    const headers = { 'If-None-Match': etag! }
    measurements.push(await measurePage(at('/deals'), { note: ', not modified', headers, goal: 0.75 }))
    const script = /\/assets\/main-[\w-]+\.js/.exec((await readBody(at('/'), 'identity')).toString())![0]
    measurements.push(await measurePage(at(script), { note: ', brotli', encoding: 'br', goal: 0.5 }))
    // A request with credentials is never answered from the cache.
    const floor = templates(databaseUrl)
    const uncached = { headers: { Authorization: 'none' }, note: ', rendered' }
    measurements.push(await measurePage(at('/deals'), { ...uncached, floor, goal: 0.25 }))
    const signedIn = { floor, headers: { Cookie: await signInOne(databaseUrl) }, goal: 0.25 }
    measurements.push(await measurePage(at('/deals'), { ...signedIn, note: ', signed in' }))
    measurements.push(await measurePage(at(`/deals/${slug}`), { ...signedIn, goal: 0.15, note: ', signed in' }))
    return [...measurements, ...(await measureBesideWork(at('/'), databaseUrl))]
  })
  const cores = os.availableParallelism()
  const all = await withSite(databaseUrl, { WEB_CONCURRENCY: String(cores) }, async (at) => [
    await measureAgainstNginx(at('/deals'), `, ${cores} processes, brotli, against nginx's page cache with gzip`),
  ])
  return [{ what: 'load tool', ours: loadTool() }, ...one, ...all]
}

async function withSite<Result>(
  databaseUrl: string,
  env: Record<string, string>,
  measure: (at: (page: string) => URL) => Promise<Result>,
) {
  const port = await findFreePort()
  const app = await startBuiltSite({ port, databaseUrl, env })
  try {
    return await measure((page) => new URL(page, `http://127.0.0.1:${port}`))
  } finally {
    await app.stop()
  }
}

async function measureAgainstNginx(url: URL, note: string): Promise<Measurement> {
  const floor = nginxPageCache()
  if (!floor) return { what: `${url.pathname}${note}`, ours: 'not measured: nginx is not installed' }
  return measurePage(url, { note, encoding: 'br', goal: 5, floor })
}

type PageCase = {
  encoding?: string
  headers?: Record<string, string>
  note?: string
  goal?: number
  floor?: Floor
}

async function measurePage(
  url: URL,
  { encoding = 'identity', headers, note = '', goal, floor = BARE }: PageCase,
): Promise<Measurement> {
  const what = `${url.pathname}${decodeURIComponent(url.search)}${note}`
  const other = await floor.start(url, encoding)
  try {
    const [ours, theirs]: [Load[], Load[]] = [[], []]
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureLoad(url, SECONDS, { encoding, headers }))
      theirs.push(await measureLoad(other.url, SECONDS, { encoding: floor.encoding ?? encoding }))
    }
    const [our, their] = [median(ours), median(theirs)]
    const ratio = our.perSecond / their.perSecond
    return {
      what,
      ours: `${our.perSecond.toFixed(0)}/s, p50 ${our.p50.toFixed(1)}, p99 ${our.p99.toFixed(1)} ms`,
      floor: `${their.perSecond.toFixed(0)}/s, p99 ${their.p99.toFixed(1)} ms`,
      ratio,
      goal: goal === undefined ? undefined : `>= ${goal}`,
      isMet: goal ? ratio >= goal : undefined,
    }
  } catch (error) {
    return { what, ours: `failed: ${(error as Error).message.split('\r\n')[0]}`, isMet: false }
  } finally {
    await other.stop()
  }
}

const median = (loads: Load[]) => loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)]!
