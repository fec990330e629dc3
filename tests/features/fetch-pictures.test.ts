import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { fetchPictures, retryPicture, runPictureFetches } from '~/features/catalog/pictures/fetch-pictures.server'
import { listSection } from '~/features/staff/freshness/freshness-list.server'
import { makeDeal } from '../factories'
import { listJobs } from '../jobs'
import { startWeb } from '../local-web'
import { picture } from '../picture-files'

let png: Buffer
beforeAll(async () => {
  png = await picture(40, 30).png().toBuffer()
})

type Web = Awaited<ReturnType<typeof startWeb>>

/** The time of the job; whatever was planned before is due on day 0. */
const morning = (day: number) => new Date(Date.now() + (day + 1) * 86_400_000)

const fetchOn = (day: number, { network }: Pick<Web, 'network'>, timeoutMs?: number) =>
  runPictureFetches({ signal: AbortSignal.timeout(60_000), now: () => morning(day), network, timeoutMs })

const answerPng = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'image/png' }).end(png)

const findFetch = (id: string) =>
  db.selectFrom('picture_fetches').select(['tries', 'problem']).where('deal_id', '=', id).executeTakeFirst()

const hasPicture = async (id: string) =>
  (await db.selectFrom('deals').select('picture_id').where('id', '=', id).executeTakeFirstOrThrow()).picture_id !== null

test('the picture of a deal is fetched once, also for several deals with its address', async () => {
  const web = await startWeb(answerPng)
  const hero_image_url = web.url('vendor.example', '/hero.png')
  const [one, other] = [await makeDeal({ hero_image_url }), await makeDeal({ hero_image_url, published: false })]
  await fetchOn(0, web)
  await fetchOn(1, web)
  expect([await hasPicture(one.id), await hasPicture(other.id)]).toEqual([true, true])
  expect(await db.selectFrom('pictures').select(['width', 'height']).execute()).toEqual([{ width: 40, height: 30 }])
  expect(await db.selectFrom('picture_fetches').select('deal_id').execute()).toEqual([])
  expect(web.countConnections()).toBe(1)
})

test('files of the program and uploaded pictures are not fetched', async () => {
  const web = await startWeb(answerPng)
  for (const hero_image_url of [null, '/demo/quillstack.svg', `/pictures/${'0'.repeat(64)}-1440.webp`]) {
    await makeDeal({ hero_image_url })
  }
  await fetchOn(0, web)
  expect(await db.selectFrom('picture_fetches').select('deal_id').execute()).toEqual([])
  expect(web.countConnections()).toBe(0)
})

describe('a picture that cannot be fetched', () => {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/missing': (response) => response.writeHead(404).end('<p>Gone</p>'),
    '/page': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>No picture</html>'),
    '/hero.png': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('<html>No picture</html>'),
    '/logo.svg': (response) => response.writeHead(200).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/private': (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/a.png' }).end(),
    '/silent': () => {},
    '/endless': (response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).write(png)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    '/huge': (response) => response.writeHead(200).end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])),
    '/packed': (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(png),
  }

  test.each([
    ['/missing', 'It answered with the error 404.'],
    ['/page', 'Not a picture we can read.'],
    ['/hero.png', 'Not a picture we can read.'],
    ['/logo.svg', 'An SVG cannot be used.'],
    ['/private', 'Its address is not a public one.'],
    ['/silent', 'It took longer than 10 seconds.'],
    ['/endless', 'It took longer than 10 seconds.'],
    ['/huge', 'Larger than 10 MB.'],
    ['/packed', 'Not a picture we can read.'],
  ])('at %s says why, and the deal has none', async (path, problem) => {
    const web = await startWeb((request, response) => void answers[request.url!]!(response))
    const { id } = await makeDeal({ hero_image_url: web.url('vendor.example', path) })
    await fetchOn(0, web, path === '/huge' ? undefined : 500)
    expect(await findFetch(id)).toEqual({ tries: 1, problem })
    expect(await hasPicture(id)).toBe(false)
  })

  test('is tried on three days, then listed in freshness until staff try again', async () => {
    let isThere = false
    const web = await startWeb((request, response) => {
      if (isThere) answerPng(request, response)
      else response.writeHead(503).end()
    })
    const { id, title } = await makeDeal({ hero_image_url: web.url('vendor.example') })
    await fetchOn(0, web)
    await fetchOn(0, web)
    expect(await findFetch(id)).toMatchObject({ tries: 1 })
    await fetchOn(1, web)
    expect(await listSection('pictures')).toEqual([])
    for (const day of [2, 3, 4]) await fetchOn(day, web)
    expect(web.countConnections()).toBe(3)
    expect(await listSection('pictures')).toMatchObject([
      { title, fact: 'The picture could not be fetched.', more: ' It answered with the error 503.' },
    ])

    isThere = true
    expect(await retryPicture(id)).toBe(true)
    expect(await listJobs('fetch_pictures')).toHaveLength(1)
    await fetchOn(5, web)
    expect(await hasPicture(id)).toBe(true)
    expect(await listSection('pictures')).toEqual([])
    expect(await retryPicture(id)).toBe(false)
  })

  test('is tried again at once at another address, and no longer without one', async () => {
    const web = await startWeb((_request, response) => void response.writeHead(404).end())
    const { id } = await makeDeal({ hero_image_url: web.url('vendor.example', '/a.png') })
    for (const day of [0, 1, 2]) await fetchOn(day, web)
    const change = (hero_image_url: string | null) =>
      db.updateTable('deals').set({ hero_image_url }).where('id', '=', id).execute()
    await change(web.url('vendor.example', '/b.png'))
    await fetchOn(2, web)
    expect(await findFetch(id)).toMatchObject({ tries: 1 })
    await change(null)
    await fetchOn(3, web)
    expect(await findFetch(id)).toBeUndefined()
  })
})

test('a deal that got another address during the fetch is left alone', async () => {
  let deal: { id: string } | undefined
  const web = await startWeb(async (request, response) => {
    await db.updateTable('deals').set({ hero_image_url: '/demo/quillstack.svg' }).where('id', '=', deal!.id).execute()
    answerPng(request, response)
  })
  deal = await makeDeal({ hero_image_url: web.url('vendor.example') })
  await fetchOn(0, web)
  expect(await hasPicture(deal.id)).toBe(false)
})

test('each host gets one request at a time, also where addresses redirect to', async () => {
  const running = new Map<string, number>()
  let most = 0
  let together = 0
  const web = await startWeb((request, response) => {
    const host = request.headers.host!.split(':')[0]!
    running.set(host, (running.get(host) ?? 0) + 1)
    most = Math.max(most, running.get(host)!)
    together = Math.max(together, [...running.values()].filter(Boolean).length)
    setTimeout(() => {
      running.set(host, running.get(host)! - 1)
      if (host.startsWith('link')) response.writeHead(302, { Location: web.url('cdn.example', request.url) }).end()
      else answerPng(request, response)
    }, 60)
  })
  const hosts = ['link-a.example', 'link-b.example', 'link-c.example', 'cdn.example']
  for (const host of hosts) {
    for (const n of [1, 2]) await makeDeal({ hero_image_url: web.url(host, `/${host}-${n}.png`) })
  }
  await fetchOn(0, web)
  expect(await db.selectFrom('deals').select('id').where('picture_id', 'is', null).execute()).toEqual([])
  expect(most).toBe(1)
  expect(together).toBeGreaterThan(1)
})

describe('the setting LINK_CHECKS', () => {
  afterEach(() => {
    env.LINK_CHECKS = true
  })

  test('stops fetching pictures too', async () => {
    env.LINK_CHECKS = false
    await makeDeal({ hero_image_url: 'https://vendor.example/a.png' })
    await fetchPictures({}, { abortSignal: AbortSignal.timeout(10_000) })
    expect(await db.selectFrom('picture_fetches').select('deal_id').execute()).toEqual([])
  })
})
