import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { startBuiltSite } from '../../testing/built-site'
import { signInOne } from '../../testing/sign-in-people'
import { memoryOf } from '../measure'
import type { Measurement } from '../report'

const READERS = 8
/** Between two changes of a title. */
const PAUSE_MS = 250
/** How long after a commit another process may still serve the old page. */
const LAG_MS = 100
const P99_MS = 500
const MEMORY_MB = 250
const GROWTH_MB = 30
/** The number of ordinary pages between two pages with a random URL. */
const RANDOM_EVERY = 3

/**
 * Reads pages as visitors and members for minutes while deals change, some of them with random URLs. Counts failed
 * responses and pages older than the last commit, and watches the memory of the web processes.
 */
export async function soak(databaseUrl: string, minutes: number): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const port = await findFreePort()
  const env = { WEB_CONCURRENCY: '2' }
  const app = await startBuiltSite({ port, databaseUrl, env })
  const site = new URL(`http://127.0.0.1:${port}/`)
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > end
  const counts = { responses: 0, failures: 0, stale: [] as string[], changes: 0 }
  const times: number[] = []
  try {
    // The deals of the home page.
    const { rows } = await client.query(
      'select id, slug from deals where published order by created_at desc, id desc limit 6',
    )
    const cookie = await signInOne(databaseUrl)
    const paths = ['/', '/deals', '/categories', '/platforms', '/deals.rss', '/deals?sort=rating', '/deals?q=telemetry']
    for (const { slug } of rows) paths.push(`/deals/${slug}`)

    const read = async (path: string, headers?: Record<string, string>) => {
      const start = performance.now()
      const answer = await fetch(new URL(path, site), { headers }).catch(() => undefined)
      await answer?.arrayBuffer()
      times.push(performance.now() - start)
      counts.responses++
      if (answer?.status !== 200) counts.failures++
    }
    const readPages = async (reader: number) => {
      for (let n = reader; !isOver(); n++) {
        await read(paths[n % paths.length]!, reader === 0 ? { Cookie: cookie } : undefined)
        if (n % RANDOM_EVERY === 0) await read(randomPath(paths))
      }
    }
    const changeTitles = async () => {
      for (let n = 0; !isOver(); n++) {
        const { id, slug } = rows[n % rows.length]!
        const title = `Changed for the ${n}th time`
        await client.query('update deals set title = $2 where id = $1', [id, title])
        await sleep(LAG_MS)
        const pages = await Promise.all([`/deals/${slug}`, '/'].map((path) => fetch(new URL(path, site))))
        for (const page of pages)
          if (!(await page.text()).includes(title)) counts.stale.push(String(page.headers.get('X-Cache')))
        counts.changes++
        await sleep(PAUSE_MS)
      }
    }
    const memory: number[] = []
    const watch = async () => {
      for (; !isOver(); await sleep(1_000)) {
        memory.push(memoryOf(`PORT=${port}`))
        if (memory.length % 60 === 0) console.log(`${memory.length / 60} min: ${memory.at(-1)!.toFixed(0)} MB`)
      }
    }
    await Promise.all([...Array.from({ length: READERS }, (_, reader) => readPages(reader)), changeTitles(), watch()])

    // The first quarter is warm-up. Growth from the second to the last quarter would be a leak.
    const quarter = Math.ceil(memory.length / 4)
    const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)].map((part) => Math.max(...part))
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)]!
    const what = `soak of ${minutes} minutes`
    return [
      {
        what: `${what}: failed responses`,
        ours: `${counts.failures} of ${counts.responses}`,
        goal: 'none',
        isMet: counts.failures === 0,
      },
      {
        what: `${what}: p99 of ${Math.round(counts.responses / minutes / 60)} responses a second, cached and not`,
        ours: `${p99.toFixed(0)} ms, slowest ${sorted.at(-1)!.toFixed(0)} ms`,
        goal: `< ${P99_MS} ms`,
        isMet: p99 < P99_MS,
      },
      {
        what: `${what}: pages older than a commit, ${LAG_MS} ms after it`,
        ours: `${counts.stale.length} of ${2 * counts.changes}${counts.stale.map((state) => `, ${state}`).join('')}`,
        goal: 'none',
        isMet: counts.stale.length === 0,
      },
      {
        what: `${what}: memory of a web process`,
        ours: `${late!.toFixed(0)} MB at the end`,
        floor: `${early!.toFixed(0)} MB in the second quarter`,
        goal: `<= ${MEMORY_MB} MB, +${GROWTH_MB} MB at most`,
        isMet: late! <= MEMORY_MB && late! - early! <= GROWTH_MB,
      },
    ]
  } finally {
    await app.stop()
    await client.end()
  }
}

/** A search with random words, or a page with random parameters, known and unknown. */
function randomPath(paths: string[]) {
  const word = () =>
    Math.random()
      .toString(36)
      .slice(2, 2 + Math.ceil(Math.random() * 9))
  const kinds = [
    () => `/deals?q=${word()}`,
    () => `/deals?q=${word()}+${word()}&maxPrice=${Math.ceil(Math.random() * 1_000)}`,
    () => `/deals?tag=${word()}&sort=rating`,
    () => `/about?q=${word()}`,
    () => `/categories?page=${word()}&tag=${word()}`,
    () => `${paths.at(-1)}?${word()}=${word()}`,
    () => `/changes?utm_source=${word()}&q=${word()}`,
    () => `/platforms?x=${word().repeat(100)}`,
  ]
  return kinds[Math.floor(Math.random() * kinds.length)]!()
}
