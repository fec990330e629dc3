import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ SESSION_SECRET: process.env.SESSION_SECRET!, RATE_LIMIT: '0' })
})
afterAll(() => app?.stop())

type Element = { name: string; attributes: Record<string, string> }

/** Calls `onText` for each text of a page with the elements around it, and `onElement` for each element. */
function readPage(html: string, on: { text?(text: string, around: Element[]): void; element?(one: Element): void }) {
  const around: Element[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      around.push({ name, attributes })
      on.element?.({ name, attributes })
    },
    ontext: (text) => on.text?.(text, around),
    onclosetag: () => void around.pop(),
  })
  parser.end(html)
}

/** Read by a program or aloud, or in a control that keeps its text to itself. */
const isUnseen = ({ name, attributes }: Element) =>
  /^(head|script|option|textarea)$/.test(name) || attributes.class === 'sr-only'

const RIGHT_TO_LEFT = '\u202E'

test('text that reverses the direction of writing does so only within its own element', async () => {
  const turned = (text: string) => `${text}${RIGHT_TO_LEFT}gnp.exe`
  const texts = { title: turned('Inkwell'), vendor_name: turned('Northpane'), summary: turned('Writing') }
  const deal = await makeDeal({ ...texts, description: turned('More about it') })
  const author = await makeProfile({ name: turned('Ada') })
  const own = { deal_id: deal.id, user_id: author.id, status: 'APPROVED' as const }
  await makeReview({ ...own, title: turned('Good value'), body: turned('Paid once') })
  await makeComment({ ...own, body: turned('Does it export') })
  const member = await cookieOf(await makeProfile())
  const manager = await cookieOf(await makeProfile({ role: 'MANAGER' }))

  const open: string[] = []
  let seen = 0
  const pages = ['/', '/deals', '/deals?view=list', `/deals/${deal.slug}`, `/deals/${deal.slug}/comments`]
  for (const [cookie, paths] of [
    [undefined, pages],
    [member, pages],
    [manager, ['/admin/deals', '/admin/users', '/admin/reviews', '/admin/comments', '/admin/products']],
  ] as const) {
    for (const path of paths) {
      const { status, body } = await ask(app.port, path, { cookie })
      expect(status, path).toBe(200)
      readPage(body, {
        text(text, around) {
          if (!text.includes(RIGHT_TO_LEFT) || around.some(isUnseen)) return
          seen++
          if (around.some(({ name, attributes }) => name === 'bdi' || attributes.dir === 'auto')) return
          open.push(
            `${path}: ${around
              .slice(-3)
              .map(({ name, attributes }) => `${name}.${attributes.class ?? ''}`)
              .join(' > ')}: ${text}`,
          )
        },
      })
    }
  }
  expect(seen).toBeGreaterThan(20)
  expect(open).toEqual([])
})

const SECRET = 'sub-id-1842'

test('no page, feed, file or picture text for visitors has a link of a network, and buttons say whether they earn', async () => {
  const earning = await makeDeal({ affiliate_url: `https://net.example/${SECRET}` })
  const composed = await makeDeal({ cta_url: 'https://dealmint.com/q', category_id: earning.category_id })
  const plain = await makeDeal({ cta_url: 'https://other.example', category_id: earning.category_id })
  const shortened = await makeDeal({ cta_url: 'https://geni.us/abc' })
  await db
    .insertInto('link_programs')
    .values({ name: 'Partners', host: 'dealmint.com', template: `https://net.example/c?id=${SECRET}&u={url}` })
    .execute()
  const location = async (slug: string) => (await ask(app.port, `/go/${slug}`)).headers.location
  await expect.poll(() => location(composed.slug)).toContain(`${SECRET}&u=https%3A%2F%2Fdealmint.com%2Fq`)
  expect(await location(earning.slug)).toBe(`https://net.example/${SECRET}`)

  const lines = {
    [earning.slug]: 'We earn a commission if you buy here.',
    [composed.slug]: 'We earn a commission if you buy here.',
    [plain.slug]: 'We earn nothing from this link.',
    [shortened.slug]: 'This link may earn someone else a commission.',
  }
  for (const [slug, line] of Object.entries(lines)) {
    await expect.poll(async () => (await ask(app.port, `/deals/${slug}`)).body).toContain(line)
  }
  const member = await cookieOf(await makeProfile())
  const deals = `d=${earning.slug}&d=${composed.slug}`
  const paths = ['/', '/deals', '/deals?view=list', `/compare?${deals}`, '/deals.rss', '/deals.json']
  for (const path of [...paths, `/deals/${earning.slug}`, `/deals/${composed.slug}`, '/changes.rss', '/transparency']) {
    for (const cookie of [undefined, member]) {
      const { status, body } = await ask(app.port, path, { cookie })
      expect(status, path).toBe(200)
      expect(body, path).not.toContain(SECRET)
    }
  }
})

test('links to other sites tell them nothing and give them no credit, and no picture is loaded from there', async () => {
  const picture = await db
    .insertInto('pictures')
    .values({ sha256: 'a'.repeat(64), width: 1_600, height: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const deal = await makeDeal({
    hero_image_url: 'https://pictures.example/hero.png',
    picture_id: picture.id,
    terms_url: 'https://vendor.example/terms',
    video_url: 'https://video.example/watch',
    affiliate_url: `https://net.example/${SECRET}`,
  })
  await makeDeal({ hero_image_url: 'https://pictures.example/other.png', category_id: deal.category_id })
  const seen = { ways: 0, links: 0, pictures: 0 }
  for (const path of ['/', '/deals', '/deals?view=list', `/deals/${deal.slug}`, '/platforms']) {
    const { body } = await ask(app.port, path)
    readPage(body, {
      element({ name, attributes: { href = '', src = '', rel = '', ...others } }) {
        if (name === 'a' && href.startsWith('/go/')) {
          seen.ways++
          const earns = href === `/go/${deal.slug}`
          expect(rel, `${path} ${href}`).toBe(earns ? 'sponsored nofollow noopener' : 'nofollow noopener')
        } else if (name === 'a' && /^https?:/.test(href)) {
          seen.links++
          expect(rel, `${path} ${href}`).toMatch(/noopener/)
          expect(rel, `${path} ${href}`).toMatch(/nofollow/)
        } else if (name === 'img') {
          expect(`${src} ${others.srcset}`, path).not.toMatch(/(^|[\s,])(https?:)?\/\//)
          if (!src.startsWith('/pictures/')) return
          seen.pictures++
          // Its place is known before it has loaded, and when it never does.
          expect(Number(others.width), `${path} ${src}`).toBeGreaterThan(0)
          expect(Number(others.height), `${path} ${src}`).toBeGreaterThan(0)
        }
      },
    })
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(1)
})
