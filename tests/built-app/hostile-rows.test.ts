import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeDeal, makePlatform, makeProfile, makeReview } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())

const BREAK_OUT = `</script><script>alert(1)</script><!--<script> "'&\u2028`

test('hostile text cannot break out of JSON-LD or HTML, and the JSON-LD still parses', async () => {
  const texts = { title: BREAK_OUT, vendor_name: BREAK_OUT, summary: BREAK_OUT, description: BREAK_OUT }
  const deal = await makeDeal({ ...texts, tags: [BREAK_OUT.slice(0, 30)], deal_price: '59.00' })
  const author = await makeProfile({ name: BREAK_OUT })
  await makeReview({ deal_id: deal.id, user_id: author.id, title: BREAK_OUT, body: BREAK_OUT, status: 'APPROVED' })
  const member = await cookieOf(await makeProfile())
  for (const cookie of [undefined, member]) {
    for (const path of ['/', '/deals', `/deals/${deal.slug}`, `/deals?q=${encodeURIComponent(BREAK_OUT)}`]) {
      const { status, body } = await ask(app.port, path, { cookie })
      expect(status, path).toBe(200)
      expect(body, path).not.toMatch(/<script>alert|<!--<script>/)
    }
  }
  const { body } = await ask(app.port, `/deals/${deal.slug}`)
  const blocks = [...body.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  const [product] = blocks.map(([, text]) => JSON.parse(text!)).filter((entry) => entry['@type'] === 'Product')
  expect(product).toMatchObject({ name: BREAK_OUT, offers: { price: '59.00' } })
})

test('a javascript: or data: URL stored in a row is never rendered as a link, and its list still renders', async () => {
  const platform = await makePlatform()
  const deal = await makeDeal({ title: 'Odd one', platform_id: platform.id, summary: 'still listed' })
  // As if restored from an old backup.
  await sql`alter table deals drop constraint deals_cta_url_check, drop constraint deals_hero_image_url_check,
    drop constraint deals_video_url_check`.execute(db)
  await sql`alter table platforms drop constraint platforms_website_url_check`.execute(db)
  const bad = 'javascript:alert(document.cookie)'
  await db.updateTable('platforms').set({ website_url: bad }).execute()
  for (const address of [
    bad,
    'data:text/html,<script>alert(1)</script>',
    'http://',
    ' JaVaScRiPt:alert(1)',
    '//evil',
  ]) {
    const urls = { cta_url: address, hero_image_url: address, video_url: address }
    await db.updateTable('deals').set(urls).where('id', '=', deal.id).execute()
    for (const path of ['/', '/deals', `/deals/${deal.slug}`, '/platforms', `/platforms/${platform.slug}`]) {
      const { status, body } = await ask(app.port, path)
      expect(status, `${path} with ${address}`).toBe(200)
      const asLink = /((href|src|content|action)="|"(image|url|item)":")\s*(javascript|data:text|\/\/evil)/i
      expect(asLink.exec(body)?.[0], `${path} with ${address}`).toBeUndefined()
    }
    expect((await ask(app.port, `/go/${deal.slug}`)).status).toBe(404)
  }
})

test('error pages show a reference that is in the log, and no details of the error', async () => {
  const cookie = await cookieOf(await makeProfile())
  await makePlatform({ name: 'Northpane' })
  await sql`alter table platforms rename column name to label`.execute(db)
  try {
    for (const from of [undefined, cookie]) {
      for (const entryPoint of ['/platforms', '/platforms.data', '/platforms.data?_routes=routes%2Fplatforms._index']) {
        const { status, headers, body } = await ask(app.port, entryPoint, { cookie: from })
        const reference = String(headers['x-request-id'])
        expect(status, entryPoint).toBe(500)
        expect(headers['cache-control']).toMatch(/no-store/)
        if (entryPoint === '/platforms')
          expect(body).toMatch(new RegExp(`Reference: (<!-- -->)?<code[^>]*>${reference}<`))
        expect(body.replaceAll(/<style>.*?<\/style>/gs, ''), entryPoint).not.toMatch(
          /column|select\s|does not exist|42703|node_modules|\.server|\.js:\d|at async/i,
        )
        // A repeated error is logged once a second, with the ids of its requests.
        const lines = () => app.log().filter(({ id, ids }) => id === reference || [ids].flat().includes(reference))
        await expect.poll(() => lines().map(({ level }) => level)).toEqual(expect.arrayContaining(['error', 'info']))
        expect(JSON.stringify(lines())).toContain('does not exist')
      }
    }
  } finally {
    await sql`alter table platforms rename column label to name`.execute(db)
  }
})
