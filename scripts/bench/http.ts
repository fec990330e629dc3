import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../serve/child-process'
import { startWebServer } from '../serve/web-server'
import { TERMS } from './fill'
import { type Load, measureLoad } from './load'
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
    figures.push(await measurePage(at('/deals?unkept=1'), { note: ', rendered' }))
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

/** The server's settings: nobody is counted, because all requests come from one address. */
export const QUIET = {
  RATE_LIMIT: '0',
  WEB_CONCURRENCY: '1',
  LOG_LEVEL: 'silent',
  SESSION_SECRET: 'f3b1c0de59a7428e96d4be0712ac58f3',
  DATA_DIR: path.join(os.tmpdir(), 'ledger-bench'),
}

type Way = { encoding?: string; headers?: string[]; note?: string; goal?: number }

async function measurePage(url: URL, { encoding = 'identity', headers, note = '', goal }: Way): Promise<Figure> {
  const what = `${url.pathname}${decodeURIComponent(url.search)}${note}`
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
  const file = path.join(dir, 'body')
  fs.writeFileSync(file, await readBody(url, encoding))
  const port = await findFreePort()
  const bare = startChild([path.join(import.meta.dirname, 'bare-server.js'), String(port), file])
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
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await readBody(url, 'identity').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the bare server did not start')
}

const median = (loads: Load[]) => loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)]!
