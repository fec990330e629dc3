import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { sendRaw } from '../setup/raw-request'
import type { GuardedApp } from './guarded-app'

const PUBLIC = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** Stands in for the app: a page contains the number of its render and its URL. Renders wait while a test holds them. */
async function render({ url = '', method }: IncomingMessage, response: ServerResponse) {
  const rendering = ++renderings
  const cookie = url.startsWith('/faq') ? { 'Set-Cookie': `seen=${rendering}` } : {}
  versionsAtStart.push(globalThis.contentListening!.version)
  // A form is processed before the first byte of its response.
  if (method === 'POST') response.setHeader('Content-Length', 4).write('done')
  await held
  if (method === 'POST') return response.end()
  response.setHeaders(new Map(Object.entries({ ...PUBLIC, ...cookie })))
  response.end(`<p>${rendering} of ${url}</p>`)
}
let renderings = 0
let held: Promise<void> | undefined
/** Lets renders begin and not end until the returned function is called. */
function holdRenders() {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return release
}
/** The requests that the server has received. */
let requests = 0
/** The content version that was known when each render began. */
const versionsAtStart: number[] = []

let app: GuardedApp
beforeAll(async () => {
  // Only the built site caches pages, and settings are read when its modules load.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('RATE_LIMIT', '0')
  vi.stubEnv('LOG_LEVEL', 'warn')
  vi.resetModules()
  app = await (await import('./guarded-app')).startGuardedApp((request, response) => void render(request, response))
  app.server.prependListener('request', () => {
    requests++
  })
})
afterAll(async () => {
  await app.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  // After a POST the next response waits for pending notifications: here, the truncation of the tables.
  await sendRaw(app.port, 'POST / HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: 0\r\n\r\n')
  await expect.poll(() => read('/about').then(({ state }) => state)).toBe('hit')
  renderings = 0
  requests = 0
})

async function read(path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ Host: 'localhost:3000', ...headers }).map((pair) => pair.join(': '))
  const { headers: own, body } = await sendRaw(app.port, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return {
    state: own.get('X-Cache'),
    cookie: own.get('Set-Cookie'),
    control: own.get('Cache-Control'),
    etag: own.get('ETag'),
    body,
  }
}

const readAll = (paths: string[]) => Promise.all(paths.map((path) => read(path)))

describe('concurrent requests', () => {
  test('concurrent requests for a page share one render', async () => {
    const release = holdRenders()
    const first = readAll(Array.from({ length: 20 }, (_, n) => `/deals?utm_id=${n}`))
    await expect.poll(() => requests).toBe(20)
    release()
    const pages = [...(await first), ...(await readAll(['/deals', '/deals']))]
    expect(renderings).toBe(1)
    expect(new Set(pages.map(({ body }) => body))).toEqual(new Set(['<p>1 of /deals</p>']))
    expect(pages.every(({ state }) => state === 'miss' || state === 'hit')).toBe(true)
  })

  test('late requests join a render that is already running', async () => {
    const release = holdRenders()
    const first = read('/platforms')
    await expect.poll(() => renderings).toBe(1)
    const joining = readAll(['/platforms', '/platforms', '/platforms'])
    await expect.poll(() => requests).toBe(4)
    release()
    const late = await joining
    expect(renderings).toBe(1)
    expect(late.map(({ state }) => state)).toEqual(['miss', 'miss', 'miss'])
    expect((await first).state).toBe('miss')
  })

  test('requests for different pages do not share a render', async () => {
    const release = holdRenders()
    const reading = readAll(['/deals?page=2', '/deals?page=3', '/deals?page=2'])
    await expect.poll(() => requests).toBe(3)
    release()
    const pages = await reading
    expect(renderings).toBe(2)
    expect(pages[0]!.body).toBe(pages[2]!.body)
  })
})

describe('separate cache entries', () => {
  test.each([
    ['page of all deals', '/deals?page=2', '/deals?page=3', '/deals'],
    ['page of a category', '/categories/writing?page=2', '/categories/writing?page=3', '/categories/writing'],
    ['value of the affects filter', '/changes?affects=YES', '/changes?affects=NO', '/changes'],
    ['page of changes', '/changes?page=2', '/changes?page=3', '/changes'],
    ['kind of change', '/changes?kind=PRICE', '/changes?kind=OTHER', '/changes'],
  ])('each %s is cached separately', async (_, ...paths) => {
    for (const path of paths) await expect.poll(() => read(path).then(({ state }) => state)).toBe('hit')
    renderings = 0
    const hits = await readAll(paths)
    expect(hits.map(({ state }) => state)).toEqual(['hit', 'hit', 'hit'])
    expect(hits.map(({ body }) => body.replace(/\d+ of /, ''))).toEqual(paths.map((path) => `<p>${path}</p>`))
    expect(renderings).toBe(0)
  })
})

describe('responses that set a cookie', () => {
  test('a response that sets a cookie is private and never cached', async () => {
    for (const rendering of [1, 2, 3]) {
      expect(await read('/faq')).toMatchObject({
        state: 'bypass',
        cookie: `seen=${rendering}`,
        control: 'private, no-store',
      })
    }
  })

  test('a page of the cache is private when the response sets a cookie, and public for others', async () => {
    const chosen = { cookie: expect.stringContaining('deals-view=list'), control: 'private, no-store' }
    expect(await read('/deals?view=list')).toMatchObject({ state: 'miss', ...chosen })
    const { etag } = await read('/deals?view=list')
    expect(await read('/deals?view=list')).toMatchObject({ state: 'hit', ...chosen })
    expect(await read('/deals?view=list', { 'If-None-Match': etag! })).toMatchObject({ ...chosen, body: '' })
    const others = { state: 'hit', cookie: null, control: PUBLIC['Cache-Control'] }
    expect(await read('/deals', { Cookie: 'deals-view=list' })).toMatchObject(others)
  })

  test('a response that sets a cookie is never shared between concurrent requests', async () => {
    const answers = await readAll(Array.from({ length: 6 }, () => '/faq'))
    expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(6)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(6)
  })
})

test.each(['toast=x', 'theme=dark; toast=x', 'toast=', 'session=x'])(
  'a visitor with the cookie %s gets an uncached page',
  async (cookie) => {
    expect(await read('/about', { Cookie: cookie })).toMatchObject({ state: 'bypass', body: '<p>1 of /about</p>' })
    expect(await read('/about', { Cookie: cookie })).toMatchObject({ state: 'bypass', body: '<p>2 of /about</p>' })
    const visitor = await read('/about', { Cookie: 'theme=dark; nottoast=1' })
    expect(visitor.state).toBe('hit')
    expect(renderings).toBe(2)
  },
)

/** The connection on which changes are received. Pausing it holds them back. */
function listeningStream() {
  return (globalThis.contentListening!.client as unknown as { connection: { stream: Socket } }).connection.stream
}

test('a visitor gets no page from before a form, from the first byte of the response to the form', async () => {
  const [stream, release] = [listeningStream(), holdRenders()]
  stream.pause()
  try {
    await sql`select pg_notify('content_changed', '')`.execute(db)
    const form = http.request({ port: app.port, method: 'POST', headers: { Host: 'localhost:3000' } }).end()
    await once(form, 'response')
    const page = read('/about')
    await expect.poll(() => requests).toBe(2)
    stream.resume()
    release()
    expect((await page).state).toBe('miss')
  } finally {
    stream.resume()
    release()
  }
})

test("a member's page waits for changes that are on their way, but not for long", async () => {
  const stream = listeningStream()
  const known = globalThis.contentListening!.version
  stream.pause()
  try {
    // As if written through another process.
    await sql`select pg_notify('content_changed', '')`.execute(db)
    const member = read('/deals', { Cookie: 'session=x' })
    await expect.poll(() => requests).toBe(1)
    stream.resume()
    expect(await member).toMatchObject({ state: 'bypass' })
    expect(versionsAtStart.at(-1)).toBeGreaterThan(known)

    stream.pause()
    expect(await read('/deals', { Cookie: 'session=x' })).toMatchObject({ state: 'bypass' })
  } finally {
    stream.resume()
  }
})
