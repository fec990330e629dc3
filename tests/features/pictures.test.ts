import fs from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { fetchPictures, retryPicture, runPictureFetches } from '~/features/catalog/pictures/fetch-pictures.server'
import { imageOf, pictureSrc } from '~/features/catalog/pictures/picture'
import { findPictureFile } from '~/features/catalog/pictures/picture-files.server'
import { storePicture } from '~/features/catalog/pictures/store-picture.server'
import { deleteUnusedPictures } from '~/features/catalog/pictures/unused-pictures.server'
import { listSection } from '~/features/staff/freshness/freshness-list.server'
import { makeDeal } from '../factories'
import { listJobs } from '../jobs'
import { startWeb } from '../local-web'
import { animatedPicture, bombPng, picture } from '../picture-files'

let folder: string
let png: Buffer
beforeAll(async () => {
  png = await picture(40, 30).png().toBuffer()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'ledger-pictures-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

async function store(content: Buffer | string) {
  const file = path.join(folder, crypto.randomUUID())
  await fs.writeFile(file, content)
  return storePicture(file)
}

async function makePicture(width = 40, height = 30, color?: string) {
  const stored = await store(await picture(width, height, color).png().toBuffer())
  if ('problem' in stored) throw new Error(stored.problem)
  return stored
}

async function halfJpeg() {
  const jpeg = await picture(300, 300).jpeg().toBuffer()
  return jpeg.subarray(0, jpeg.length / 2)
}

const listFiles = () => db.selectFrom('picture_files').select(['width', 'content']).orderBy('width').execute()
const pictureOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('deals').select(dealPicture.as('picture')).where('id', '=', id).executeTakeFirstOrThrow())
    .picture

describe('storing a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s becomes WebP of three widths', async (format) => {
    const stored = await store(await picture(1_600, 900).toFormat(format).toBuffer())
    expect(stored).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), width: 1_600, height: 900 })
    const files = await listFiles()
    expect(files.map(({ width }) => width)).toEqual([480, 960, 1_440])
    for (const { width, content } of files) {
      const found = await sharp(content).metadata()
      expect([found.format, found.width, found.height]).toEqual(['webp', width, Math.round((width * 900) / 1_600)])
    }
  })

  test('equal files are one picture', async () => {
    const [first, second] = await Promise.all([store(png), store(png)])
    expect(second).toEqual(first)
    expect(await store(png)).toEqual(first)
    expect(await listFiles()).toHaveLength(1)
  })

  test('a small picture is not enlarged, and its widest file stands for wider ones', async () => {
    const { sha256 } = await makePicture(800, 450)
    const files = await listFiles()
    expect(await Promise.all(files.map(async ({ content }) => (await sharp(content).metadata()).width))).toEqual([
      480, 800,
    ])
    const [at960, at1440] = await Promise.all([960, 1_440].map((width) => findPictureFile(`${sha256}-${width}.webp`)))
    expect(at1440).toEqual(at960)
    expect(await findPictureFile(`${sha256}-500.webp`)).toBeUndefined()
  })

  test('a picture that is turned by its metadata has the size that is shown', async () => {
    const turned = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await store(turned)).toMatchObject({ width: 200, height: 400 })
  })

  test.each(['webp', 'gif'] as const)('the first frame of an animated %s is stored', async (format) => {
    expect(await store(await animatedPicture(format))).toMatchObject({ width: 20, height: 20 })
    const [file] = await listFiles()
    const { pages = 1 } = await sharp(file!.content).metadata()
    const { dominant } = await sharp(file!.content).stats()
    expect(pages).toBe(1)
    expect(dominant.r).toBeLessThan(30)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  test.each<[string, () => Promise<Buffer> | Buffer | string, string]>([
    ['a picture of 30,000 x 30,000 pixels', () => bombPng(30_000), 'More than 50 megapixels.'],
    ['a file of 10 MB and one byte', () => Buffer.alloc(10 * 1024 * 1024 + 1), 'Larger than 10 MB.'],
    ['an SVG', () => `<?xml version="1.0"?><!-- <b> -->${svg}`, 'An SVG cannot be used.'],
    ['a page with an SVG', () => `<!DOCTYPE html><html><body>${svg}`, 'Not a picture we can read.'],
    ['a page', () => '<html><script>alert(1)</script></html>', 'Not a picture we can read.'],
    ['an empty file', () => '', 'Not a picture we can read.'],
    [
      'a file that only begins as a PNG',
      () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'Not a picture we can read.',
    ],
    ['half a JPEG', halfJpeg, 'Not a picture we can read.'],
  ])('%s is refused', async (_, content, problem) => {
    expect(await store(await content())).toEqual({ problem })
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([])
  })
})

describe('the picture of a deal', () => {
  test('is the stored one of its address, whatever writes the deal', async () => {
    const first = await makePicture(40, 30, '#000')
    const second = await makePicture(50, 30, '#fff')
    const deal = await makeDeal({ hero_image_url: pictureSrc(first.sha256, 1_440) })
    expect(await pictureOf(deal)).toEqual({ sha256: first.sha256, width: 40, height: 30 })

    const change = (hero_image_url: string | null) =>
      db.updateTable('deals').set({ hero_image_url }).where('id', '=', deal.id).execute()
    await change(pictureSrc(second.sha256, 1_440))
    expect(await pictureOf(deal)).toMatchObject({ sha256: second.sha256 })
    await change('/demo/quillstack.svg')
    expect(await pictureOf(deal)).toEqual({ path: '/demo/quillstack.svg' })
    for (const address of [null, 'https://vendor.example/a.png', pictureSrc('0'.repeat(64), 1_440)]) {
      await change(address)
      expect(await pictureOf(deal)).toBeNull()
    }
  })

  test('is offered in the widths that it takes to show all of its pixels', () => {
    const sha256 = 'a'.repeat(64)
    expect(imageOf({ sha256, width: 800, height: 450 }, '50vw')).toEqual({
      src: `/pictures/${sha256}-960.webp`,
      srcSet: `/pictures/${sha256}-480.webp 480w, /pictures/${sha256}-960.webp 960w`,
      sizes: '50vw',
      width: 800,
      height: 450,
    })
    expect(imageOf({ sha256, width: 800, height: 450 })).toEqual({
      src: `/pictures/${sha256}-480.webp`,
      width: 800,
      height: 450,
    })
    expect(imageOf({ path: '//evil.example/x.png' })).toBeNull()
    expect(imageOf(null)).toBeNull()
  })
})

describe('the clean-up', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const hashes = async () => (await db.selectFrom('pictures').select('sha256').execute()).map(({ sha256 }) => sha256)

  test('deletes a picture that was unused for 30 days, with its files', async () => {
    await makePicture()
    await deleteUnusedPictures(inDays(0))
    await deleteUnusedPictures(inDays(29))
    expect(await hashes()).toHaveLength(1)
    await deleteUnusedPictures(inDays(31))
    expect(await hashes()).toEqual([])
    expect(await listFiles()).toEqual([])
  })

  test('leaves the picture of a deal alone, and begins the 30 days again when one is used or uploaded again', async () => {
    const used = await makePicture(40, 30, '#000')
    const again = await makePicture(50, 30, '#fff')
    await deleteUnusedPictures(inDays(0))
    const deal = await makeDeal({ hero_image_url: pictureSrc(used.sha256, 1_440) })
    await makePicture(50, 30, '#fff')
    await deleteUnusedPictures(inDays(31))
    expect((await hashes()).sort()).toEqual([used.sha256, again.sha256].sort())

    await db.deleteFrom('deals').where('id', '=', deal.id).execute()
    await deleteUnusedPictures(inDays(40))
    await deleteUnusedPictures(inDays(62))
    expect(await hashes()).toEqual([used.sha256])
  })
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
  const NO_PICTURE = '<html>No picture</html>'
  const ANSWERS: Record<string, [problem: string, answer: (response: ServerResponse) => unknown]> = {
    '/missing': ['It answered with the error 404.', (response) => response.writeHead(404).end('<p>Gone</p>')],
    '/page': [
      'Not a picture we can read.',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(NO_PICTURE),
    ],
    '/hero.png': [
      'Not a picture we can read.',
      (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(NO_PICTURE),
    ],
    '/logo.svg': ['An SVG cannot be used.', (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    '/private': [
      'Its address is not a public one.',
      (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/a.png' }).end(),
    ],
    '/silent': ['It took longer than 10 seconds.', () => {}],
    '/endless': [
      'It took longer than 10 seconds.',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'image/png' }).write(png)
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
    '/huge': ['Larger than 10 MB.', (response) => response.end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))],
    '/packed': [
      'Not a picture we can read.',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(png),
    ],
  }

  test.each(Object.entries(ANSWERS))('at %s says why, and the deal has none', async (path, [problem, respond]) => {
    const web = await startWeb((_request, response) => void respond(response))
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

test('each host gets one request at a time, also where addresses redirect to, and one that never answers holds up no other', async () => {
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
      if (host === 'dead.example') return
      if (host.startsWith('link')) response.writeHead(302, { Location: web.url('cdn.example', request.url) }).end()
      else answerPng(request, response)
    }, 60)
  })
  const hosts = ['dead.example', 'link-a.example', 'link-b.example', 'link-c.example', 'cdn.example']
  for (const host of hosts) {
    for (const n of [1, 2]) await makeDeal({ hero_image_url: web.url(host, `/${host}-${n}.png`) })
  }
  await fetchOn(0, web, 2_000)
  const left = await db.selectFrom('deals').select('hero_image_url').where('picture_id', 'is', null).execute()
  expect(left.map(({ hero_image_url }) => new URL(hero_image_url!).hostname)).toEqual(['dead.example', 'dead.example'])
  expect(most).toBe(1)
  expect(together).toBeGreaterThan(1)
})

test('the setting LINK_CHECKS stops fetching pictures too', async () => {
  onTestFinished(() => {
    env.LINK_CHECKS = true
  })
  env.LINK_CHECKS = false
  await makeDeal({ hero_image_url: 'https://vendor.example/a.png' })
  await fetchPictures({}, { abortSignal: AbortSignal.timeout(10_000) })
  expect(await db.selectFrom('picture_fetches').select('deal_id').execute()).toEqual([])
})
