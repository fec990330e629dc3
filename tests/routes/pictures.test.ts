import fs from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { pictureSrc } from '~/features/catalog/pictures/picture'
import { uploadPath } from '~/http/multipart.server'
import { action as edit } from '~/routes/admin.deals.$id/route'
import { action as create } from '~/routes/admin.deals.new/route'
import { action as upload } from '~/routes/admin.pictures'
import * as list from '~/routes/deals._index/route'
import * as page from '~/routes/deals.$slug/route'
import * as tab from '~/routes/deals.$slug._index/route'
import { loader as picture } from '~/routes/pictures.$file'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { listJobs } from '../jobs'
import { picture as draw } from '../picture-files'
import { renderPage } from '../render'
import { answer, cookieOf, requestAs } from '../requests'

const SVG = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'hero.png')

let manager: Awaited<ReturnType<typeof makeProfile>>
let png: File
beforeEach(async () => {
  manager = await makeProfile({ role: 'MANAGER' })
  png = new File([new Uint8Array(await draw(1_600, 900).png().toBuffer())], 'hero.png')
})

type Handler = (args: never) => Promise<unknown>

/** Sends a multipart form as a browser does. */
async function send(handler: Handler, path: string, form: Record<string, string | File>, params = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  const headers = { Cookie: await cookieOf(manager) }
  const request = new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body })
  return answer(handler({ request, params, context: {} } as never))
}

const dealForm = async () => ({
  title: 'Quillstack',
  vendor_name: 'Northpane',
  category_id: (await makeCategory()).id,
  platform_id: (await makePlatform()).id,
  start_date: '2026-01-01',
  cta_url: 'https://vendor.example/lifetime',
})

const pictureOf = (id: string) =>
  db
    .selectFrom('deals')
    .leftJoin('pictures', 'pictures.id', 'picture_id')
    .select(['hero_image_url', 'sha256'])
    .where('deals.id', '=', id)
    .executeTakeFirstOrThrow()

async function storePng() {
  const response = (await send(upload, '/admin/pictures', { picture: png })) as Response
  return (await response.json()) as { sha256: string; width: number; height: number }
}

describe('uploading a picture', () => {
  test('an editor with scripts gets the stored picture', async () => {
    expect(await storePng()).toMatchObject({ sha256: expect.any(String), width: 1_600, height: 900 })
    expect(await fs.readdir(uploadPath('')).catch(() => [])).toEqual([])
  })

  test.each<[string, () => File, string]>([
    ['an SVG named .png', () => SVG, 'An SVG cannot be used.'],
    ['a page named .png', () => new File(['<html></html>'], 'hero.png'), 'Not a picture we can read.'],
    ['10 MB and one byte', () => new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'hero.png'), 'Larger than 10 MB.'],
  ])('%s is refused', async (_, file, problem) => {
    const response = (await send(upload, '/admin/pictures', { picture: file() })) as Response
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ problem })
  })

  test('a form without a file is refused', async () => {
    expect(await send(upload, '/admin/pictures', {})).toMatchObject({ status: 400 })
  })

  test('without scripts it comes with the form of a new deal', async () => {
    const id = crypto.randomUUID()
    await send(create, '/admin/deals/new', { ...(await dealForm()), id, picture: png })
    const { hero_image_url, sha256 } = await pictureOf(id)
    expect(hero_image_url).toBe(pictureSrc(sha256!, 1_440))
  })

  test('it is stored when the form comes back with other errors, so that nothing is lost', async () => {
    const form = { ...(await dealForm()), title: '', id: crypto.randomUUID(), picture: png }
    const { data } = (await send(create, '/admin/deals/new', form)) as never as { data: Record<string, never> }
    expect(data).toMatchObject({
      error: { title: expect.anything() },
      initialValue: { hero_image_url: expect.stringMatching(/^\/pictures\/[0-9a-f]{64}-1440\.webp$/) },
    })
  })

  test('a file that cannot be used is named at its field, and the form keeps its values', async () => {
    const { id } = await makeDeal()
    const form = { ...(await dealForm()), version: '1', description: '\u{1f4d2}'.repeat(20_000), picture: SVG }
    const answered = await send(edit, `/admin/deals/${id}`, form, { id })
    expect(answered).toMatchObject({
      data: {
        error: { hero_image_url: ['An SVG cannot be used.'] },
        initialValue: { title: 'Quillstack', description: form.description },
      },
      init: { status: 400 },
    })
  })

  test.each(['/static/x.png', '/demo/none.svg', `/pictures/${'0'.repeat(64)}-1440.webp`])(
    'a deal cannot get the path %s, which is no picture of the site',
    async (hero_image_url) => {
      const rejected = {
        data: {
          error: {
            hero_image_url: ['Hero image URL must be a full web address, or the path of a picture of this site.'],
          },
          initialValue: { title: 'Quillstack', hero_image_url },
        },
        init: { status: 400 },
      }
      const form = { ...(await dealForm()), hero_image_url }
      const { id } = await makeDeal()
      expect(await send(edit, `/admin/deals/${id}`, { ...form, version: '1' }, { id })).toMatchObject(rejected)
      expect(await send(create, '/admin/deals/new', { ...form, id: crypto.randomUUID() })).toMatchObject(rejected)
      expect(await db.selectFrom('deals').select('hero_image_url').execute()).toEqual([{ hero_image_url: null }])
    },
  )

  test('a deal keeps the path that it has, and can get that of a stored picture or of the demo content', async () => {
    const { id } = await makeDeal({ hero_image_url: '/static/x.png' })
    const form = await dealForm()
    const kept = ['/static/x.png', pictureSrc((await storePng()).sha256, 960), '/demo/quillstack.svg']
    for (const [index, hero_image_url] of kept.entries()) {
      await send(
        edit,
        `/admin/deals/${id}`,
        { ...form, version: String(index + 1), title: `V${index}`, hero_image_url },
        { id },
      )
      expect((await pictureOf(id)).hero_image_url).toBe(hero_image_url)
    }
    expect((await db.selectFrom('deals').select('title').execute())[0]!.title).toBe('V2')
  })

  test('a saved address of another host is fetched by a job', async () => {
    const { id } = await makeDeal()
    const form = { ...(await dealForm()), version: '1', hero_image_url: 'https://vendor.example/hero.png' }
    await send(edit, `/admin/deals/${id}`, form, { id })
    expect(await pictureOf(id)).toEqual({ hero_image_url: 'https://vendor.example/hero.png', sha256: null })
    expect(await listJobs('fetch_pictures')).toHaveLength(1)
  })
})

describe('a stored picture', () => {
  const ask = async (file: string) =>
    (await answer(
      picture({ request: await requestAs(null, `/pictures/${file}`), params: { file }, context: {} }),
    )) as Response

  test('is served for ever under its hash and width', async () => {
    const { sha256 } = await storePng()
    const response = await ask(`${sha256}-480.webp`)
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
  })

  test.each([`${'0'.repeat(64)}-480.webp`, '1-480.webp', `${'0'.repeat(64)}-481.webp`, `${'0'.repeat(64)}.webp`])(
    '%s is not found',
    async (file) => {
      expect((await ask(file)).status).toBe(404)
    },
  )

  test('has its size and its widths on the card and the page of its deal', async () => {
    const { sha256 } = await storePng()
    await makeDeal({ hero_image_url: 'https://cdn.example/hero.png', end_date: null })
    const { slug } = await makeDeal({ hero_image_url: pictureSrc(sha256, 1_440), end_date: null })
    await makeDeal({ hero_image_url: pictureSrc(sha256, 1_440), end_date: null })
    const srcSet = [480, 960].map((width) => `/pictures/${sha256}-${width}.webp ${width}w`).join(', ')
    const pages = {
      list: await renderPage(null, { pattern: '/deals', path: '/deals', routes: [list] }),
      deal: await renderPage(null, {
        pattern: '/deals/:slug',
        path: `/deals/${slug}`,
        id: 'routes/deals.$slug',
        routes: [page, tab],
      }),
    }
    expect(pages.deal).toContain(`${srcSet}, /pictures/${sha256}-1440.webp 1440w"`)
    for (const [name, html] of Object.entries(pages)) {
      // Nothing is loaded from another host; the policy of edge/headers.test.ts would not allow it either.
      expect(html, name).not.toContain('cdn.example')
      const images = html.match(/<img[^>]*\/pictures\/[^>]*>/g) ?? []
      expect(images.length, name).toBeGreaterThan(0)
      for (const image of images) {
        expect(image, name).toContain(`srcSet="${srcSet}`)
        expect(image, name).toMatch(/sizes="[^"]+"/)
        expect(image, name).toMatch(/width="1600" height="900"/)
      }
      // Only the first one is the largest paint.
      expect(images[0], name).not.toContain('loading="lazy"')
      for (const image of images.slice(1)) expect(image, name).toContain('loading="lazy"')
    }
  })
})
