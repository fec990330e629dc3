import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../serve/child-process'
import { startWebServer } from '../serve/web-server'
import { TERMS } from './fill'
import { type Load, measureLoad } from './load'
import { signInPeople } from './people'
import { QUIET } from './quiet'
import type { Figure } from './report'

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

/** The built app under remix-serve against a bare server, one process, that sends the same bytes in the same run. */
export async function measureHttp(databaseUrl: string, slug: string): Promise<Figure[]> {
  const one = await withSite(databaseUrl, QUIET, async (at) => {
    const figures: Figure[] = []
    for (const page of [...PAGES, `/deals/${slug}`]) figures.push(await measurePage(at(page), { goal: 0.55 }))
    figures.push(await measurePage(at('/deals'), { note: ', brotli', encoding: 'br', goal: 0.6 }))
    const etag = (await fetch(at('/deals'), { headers: { 'Accept-Encoding': 'identity' } })).headers.get('ETag')
    const headers = [`If-None-Match: ${etag}`]
    figures.push(await measurePage(at('/deals'), { note: ', not modified', headers, goal: 0.8 }))
    const script = /\/assets\/main-[\w-]+\.js/.exec((await readBody(at('/'), 'identity')).toString())![0]
    figures.push(await measurePage(at(script), { note: ', brotli', encoding: 'br', goal: 0.5 }))
    // With a parameter that no page knows, a page is rendered each time.
    const rendered = { against: 'template-server.ts', databaseUrl } as const
    figures.push(await measurePage(at('/deals?unkept=1'), { ...rendered, note: ', rendered', goal: 0.4 }))
    const signedIn = { ...rendered, headers: [`Cookie: ${await signInOne(databaseUrl)}`], goal: 0.25 }
    figures.push(await measurePage(at('/deals'), { ...signedIn, note: ', signed in' }))
    figures.push(await measurePage(at(`/deals/${slug}`), { ...signedIn, note: ', signed in' }))
    return figures
  })
  const cores = os.availableParallelism()
  const all = await withSite(databaseUrl, { ...QUIET, WEB_CONCURRENCY: String(cores) }, async (at) => [
    await measurePage(at('/deals'), { note: `, ${cores} processes`, goal: 0.8 }),
    await measurePage(at('/deals'), { note: `, ${cores} processes, brotli`, encoding: 'br', goal: 1 }),
  ])
  return [...one, ...all]
}

async function withSite<Result>(
  databaseUrl: string,
  env: Record<string, string>,
  measure: (at: (page: string) => URL) => Promise<Result>,
) {
  const port = await findFreePort()
  const app = await startWebServer({ port, databaseUrl, env, output: 'ignore' })
  try {
    return await measure((page) => new URL(page, `http://127.0.0.1:${port}`))
  } finally {
    await app.stop()
  }
}

type Way = {
  encoding?: string
  headers?: string[]
  note?: string
  goal?: number
  /** The server to compare with; one that asks the database renders our list of deals. */
  against?: 'bare-server.js' | 'template-server.ts'
  databaseUrl?: string
}

async function measurePage(
  url: URL,
  { encoding = 'identity', headers, note = '', goal, against = 'bare-server.js', databaseUrl }: Way,
): Promise<Figure> {
  const what = `${url.pathname}${decodeURIComponent(url.search)}${note}`
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
  const file = path.join(dir, 'body')
  fs.writeFileSync(file, await readBody(databaseUrl ? new URL('/deals', url) : url, encoding))
  const port = await findFreePort()
  const server = [path.join(import.meta.dirname, against), String(port), file]
  const bare = startChild(databaseUrl ? ['--import', 'tsx', ...server] : server, {
    env: { ...QUIET, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  })
  const floor = new URL(`http://127.0.0.1:${port}/`)
  try {
    await untilItAnswers(floor)
    const [ours, theirs]: [Load[], Load[]] = [[], []]
    // Alternating, so that whatever else the machine does burdens both.
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureLoad(url, SECONDS, { encoding, headers }))
      theirs.push(await measureLoad(floor, SECONDS))
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
    await bare.stop()
    fs.rmSync(dir, { recursive: true })
  }
}

async function signInOne(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const [cookie] = await signInPeople(client, 1)
  await client.end()
  return cookie!
}

async function readBody(url: URL, encoding: string) {
  const { request } = await import('node:http')
  return new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    })
      .once('error', reject)
      .end()
  })
}

async function untilItAnswers(url: URL) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await readBody(url, 'identity').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the bare server did not start')
}

const median = (loads: Load[]) => loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)]!
