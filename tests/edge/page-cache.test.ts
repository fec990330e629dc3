import http, { type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contentVersion, syncContentVersion } from '~/db/content-version.server'
import { makePageCache } from '~/edge/page-cache.server'
import { utcToday } from '~/http/utc-day'
import { findRequestContext, type RequestContext } from '~/request-context.server'
import { makeDeal } from '../factories'
import { listWrites, type Write } from './public-writes'

// The cache in front of an app that a test can make fail, with a clock that it can advance.

let server: Server
let rendered = 0
let answerOfApp = () => 200
let beforeAnswer: (response: ServerResponse) => unknown = () => undefined
let seenHeaders: IncomingHttpHeaders = {}

beforeAll(async () => {
  const cache = makePageCache((request, response) => {
    const page = `${request.url}: ${++rendered} on ${utcToday()}`
    response.statusCode = answerOfApp()
    response.setHeader('Content-Type', 'text/html').setHeader('Cache-Control', 'public, max-age=0')
    seenHeaders = request.headers
    void Promise.resolve(beforeAnswer(response)).then(() => {
      response.end(`<main id="main" tabindex="-1">${page}</main>`)
    })
  })
  server = http.createServer((request, response) => {
    const context: RequestContext = { id: crypto.randomUUID(), route: '', address: '', nonce: undefined }
    if (!cache.serveFromCache(request, response, context)) void cache.respond(request, response, context)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
let path: string
beforeEach(async () => {
  await expect.poll(contentVersion).toBeGreaterThan(0)
  // Emptying the tables is announced too, and must have been heard before a page is cached.
  await syncContentVersion()
  path = `/deals/${crypto.randomUUID()}`
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  answerOfApp = () => 200
  beforeAnswer = () => undefined
})

const send = (address = path, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, { headers })

async function ask(address?: string) {
  const answer = await send(address)
  return { status: answer.status, state: answer.headers.get('X-Cache'), text: await answer.text() }
}

const now = performance.now.bind(performance)

function setClock(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
}

function putForward(ms: number) {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}

test('a page older than a minute is rendered again', async () => {
  expect((await ask()).state).toBe('miss')
  expect((await ask()).state).toBe('hit')
  putForward(61_000)
  expect((await ask()).state).toBe('miss')
})

test('an expired page is served stale until midnight UTC while rendering fails', async () => {
  setClock('2026-11-22T00:00:01Z')
  const { text } = await ask()
  answerOfApp = () => 503
  putForward(61_000)
  const saved = await ask()
  expect(saved).toMatchObject({ status: 200, state: 'stale' })
  expect(saved.text).toMatch(/We are having trouble; this page was saved at \d\d:\d\d UTC/)
  expect(saved.text.replace(/<div class="wrap">.*?<\/div>/, '')).toBe(text)
  setClock('2026-11-22T23:59:59.900Z')
  expect((await ask()).state).toBe('stale')
  setClock('2026-11-23T00:00:00Z')
  expect((await ask()).status).toBe(503)
})

test('a page is rendered again at midnight UTC', async () => {
  setClock('2026-11-22T23:59:59.900Z')
  await expect.poll(() => ask().then(({ state }) => state)).toBe('hit')
  setClock('2026-11-23T00:00:00Z')
  expect((await ask()).state).toBe('miss')
  await expect.poll(() => ask().then(({ state }) => state)).toBe('hit')
})

test('a render that began before midnight UTC is shared with no one after it, and its own reader gets a new one', async () => {
  setClock('2026-11-22T23:59:59.900Z')
  const { promise: midnight, resolve: strike } = Promise.withResolvers<void>()
  const before = rendered
  beforeAnswer = () => (rendered === before + 1 ? midnight : undefined)
  const early = ask()
  await expect.poll(() => rendered).toBe(before + 1)
  setClock('2026-11-23T00:00:00Z')
  const late = await ask()
  strike()

  expect(late.text).toContain('2026-11-23')
  expect((await early).text).toContain('2026-11-23')
  expect((await ask()).text).toContain('2026-11-23')
})

test('a page is not served stale after its content changed', async () => {
  await ask()
  const version = contentVersion()!
  await makeDeal()
  await expect.poll(contentVersion).toBeGreaterThan(version)
  answerOfApp = () => 503
  expect((await ask()).status).toBe(503)
})

test('every kind of write that visitors see makes the pages from before it old, and no other does', async () => {
  const { visible, hidden } = await listWrites()
  const stateAfter = async ({ write }: Write) => {
    await syncContentVersion()
    await ask()
    expect((await ask()).state).toBe('hit')
    await write()
    await syncContentVersion()
    return (await ask()).state
  }
  const wrong: string[] = []
  for (const each of hidden) if ((await stateAfter(each)) !== 'hit') wrong.push(each.what)
  for (const each of visible) if ((await stateAfter(each)) !== 'miss') wrong.push(each.what)
  expect(wrong).toEqual([])
})

test('a render that began before a change is served once, and the next request renders again', async () => {
  beforeAnswer = async () => {
    beforeAnswer = () => undefined
    await makeDeal()
    await syncContentVersion()
  }
  expect((await ask()).state).toBe('miss')
  expect((await ask()).state).toBe('miss')
  expect((await ask()).state).toBe('hit')
})

test('a page that answered 404 is no longer served stale', async () => {
  await ask()
  answerOfApp = () => 404
  putForward(61_000)
  expect((await ask()).status).toBe(404)
  answerOfApp = () => 503
  expect((await ask()).status).toBe(503)
})

test('unknown parameters share the cached page', async () => {
  await expect.poll(() => ask().then(({ state }) => state)).toBe('hit')
  const before = rendered
  for (let n = 0; n < 50; n++) expect((await ask(`${path}?q=${n}&utm_source=${n}&x${n}=1&edit=${n}`)).state).toBe('hit')
  expect(rendered).toBe(before)
})

test.each<[string, typeof beforeAnswer]>([
  ['that may not be stored', (response) => response.setHeader('Cache-Control', 'no-store')],
  ['that is private', (response) => response.setHeader('Cache-Control', 'private, max-age=60')],
  ['that is not HTML', (response) => response.setHeader('Content-Type', 'application/json')],
  ['that read a session', () => Object.assign(findRequestContext()!, { isPersonal: true })],
  ['with a missing part', () => Object.assign(findRequestContext()!, { isIncomplete: true })],
  ['with a failed query', () => Object.assign(findRequestContext()!, { dbError: 'database' })],
])('a response %s is not cached', async (_, change) => {
  beforeAnswer = change
  const first = await ask()
  const second = await ask()
  expect([first.state, second.state]).toEqual(['bypass', 'bypass'])
  expect(second.text).not.toBe(first.text)
})

test('Vary names the encoding and the cookies', async () => {
  expect((await send()).headers.get('Vary')).toBe('Accept-Encoding, Cookie')
  expect((await send()).headers.get('Vary')).toBe('Accept-Encoding, Cookie')
})

test('a cached page is rendered without headers of the visitor, except the User-Agent', async () => {
  const headers = {
    'User-Agent': 'Browser',
    'Accept-Language': 'sv',
    Cookie: 'theme=dark',
    'X-Forwarded-For': '192.0.2.1',
  }
  expect((await send(path, headers)).headers.get('X-Cache')).toBe('miss')
  expect(seenHeaders).toEqual({ host: expect.stringMatching(/^127\.0\.0\.1:/), 'user-agent': 'Browser' })
})
