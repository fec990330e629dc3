import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../database/embedded-server'
import { startWebServer } from '../serve/web-server'
import { memoryOf } from './memory'
import { signInPeople } from './people'
import { QUIET } from './quiet'
import type { Measurement } from './report'

const READERS = 8
/** Milliseconds between two changes of a title. */
const PAUSE = 250
/** How long after its commit another process may still show what was before. */
const LAG = 100
/** In megabytes. */
const MEMORY = 250
const GROWTH = 30
/** So many ordinary pages for one at an address that nobody has asked for. */
const RANDOM_EVERY = 3

/**
 * Visitors and members read for minutes while deals change, and ask for much that nobody asked for before: no answer
 * may fail, none may be older than a commit, and the memory of the web processes stays where it is.
 */
export async function soak(databaseUrl: string, minutes: number): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const port = await findFreePort()
  const env = { ...QUIET, WEB_CONCURRENCY: '2' }
  const app = await startWebServer({ port, databaseUrl, env, output: 'ignore' })
  const site = new URL(`http://127.0.0.1:${port}/`)
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > end
  const seen = { answers: 0, faults: 0, stale: [] as string[], slowest: 0, changes: 0 }
  try {
    // As many as the home page shows.
    const { rows } = await client.query(
      'select id, slug from deals where published order by created_at desc, id desc limit 6',
    )
    const [cookie] = await signInPeople(client, 1)
    const paths = ['/', '/deals', '/categories', '/platforms', '/deals.rss', '/deals?sort=rating', '/deals?q=telemetry']
    for (const { slug } of rows) paths.push(`/deals/${slug}`)

    const read = async (path: string, headers?: Record<string, string>) => {
      const start = performance.now()
      const answer = await fetch(new URL(path, site), { headers }).catch(() => undefined)
      await answer?.arrayBuffer()
      seen.slowest = Math.max(seen.slowest, performance.now() - start)
      seen.answers++
      if (answer?.status !== 200) seen.faults++
    }
    const readAround = async (reader: number) => {
      for (let n = reader; !isOver(); n++) {
        await read(paths[n % paths.length]!, reader === 0 ? { Cookie: cookie! } : undefined)
        if (n % RANDOM_EVERY === 0) await read(randomAddress(paths))
      }
    }
    const changeTitles = async () => {
      for (let n = 0; !isOver(); n++) {
        const { id, slug } = rows[n % rows.length]!
        const title = `Changed for the ${n}th time`
        await client.query('update deals set title = $2 where id = $1', [id, title])
        await sleep(LAG)
        const pages = await Promise.all([`/deals/${slug}`, '/'].map((path) => fetch(new URL(path, site))))
        for (const page of pages)
          if (!(await page.text()).includes(title)) seen.stale.push(String(page.headers.get('X-Cache')))
        seen.changes++
        await sleep(PAUSE)
      }
    }
    const memory: number[] = []
    const watch = async () => {
      for (; !isOver(); await sleep(1_000)) {
        memory.push(memoryOf(`PORT=${port}`))
        if (memory.length % 60 === 0) console.log(`${memory.length / 60} min: ${memory.at(-1)!.toFixed(0)} MB`)
      }
    }
    await Promise.all([...Array.from({ length: READERS }, (_, reader) => readAround(reader)), changeTitles(), watch()])

    // What a process needs at first is no leak: the second and the last quarter are compared.
    const quarter = Math.ceil(memory.length / 4)
    const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)].map((part) => Math.max(...part))
    const what = `soak of ${minutes} minutes`
    return [
      {
        what: `${what}: answers that failed`,
        ours: `${seen.faults} of ${seen.answers}, slowest ${seen.slowest.toFixed(0)} ms`,
        goal: 'none',
        isMet: seen.faults === 0,
      },
      {
        what: `${what}: pages older than a commit, ${LAG} ms after it`,
        ours: `${seen.stale.length} of ${2 * seen.changes}${seen.stale.map((state) => `, ${state}`).join('')}`,
        goal: 'none',
        isMet: seen.stale.length === 0,
      },
      {
        what: `${what}: memory of a web process`,
        ours: `${late!.toFixed(0)} MB at the end`,
        floor: `${early!.toFixed(0)} MB in the second quarter`,
        goal: `<= ${MEMORY} MB, +${GROWTH} MB at most`,
        isMet: late! <= MEMORY && late! - early! <= GROWTH,
      },
    ]
  } finally {
    await app.stop()
    await client.end()
  }
}

/** A search for something new, or an ordinary page with parameters that it reads, or does not read, or nobody knows. */
function randomAddress(paths: string[]) {
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
