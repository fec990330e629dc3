import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { seedDemo } from '~/features/demo/seed-demo.server'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { listWrites } from './public-writes'

const settings = { RATE_LIMIT: '0', SESSION_SECRET: process.env.SESSION_SECRET! }
let apps: BuiltApp[]
beforeAll(async () => {
  apps = await Promise.all([startBuiltApp(settings), startBuiltApp(settings)])
}, 180_000)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

test('after any write every cached page is what a render without the cache shows, and an approval leaves other pages warm', async () => {
  await seedDemo()
  const writes = await listWrites()
  const paths = await listPaths()
  await sql`select pg_notify('content_changed', '')`.execute(db)
  await compare('the start', paths)

  const problems: string[] = []
  for (const { what, write, warm } of writes) {
    await write()
    // Within which a change is seen in other processes.
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { outdated, hits } = await compare(what, paths, warm === undefined ? 1 : 2)
    problems.push(...outdated)
    for (const share of hits) {
      if (warm !== undefined && share < warm) problems.push(`${what}: only ${share} of the pages stayed warm`)
    }
  }
  expect(problems).toEqual([])
}, 180_000)

/** Asks every process for every page with the cache and one of them without. */
async function compare(what: string, paths: string[], processes = 2) {
  const asked = apps.slice(0, processes)
  const outdated: string[] = []
  const hits = asked.map(() => 0)
  const left = [...paths]
  const work = async () => {
    for (let path = left.pop(); path; path = left.pop()) {
      // Documents with credentials are never cached.
      const plain = await ask(apps[left.length % 2]!, path, { Authorization: 'none' })
      if (plain.state !== 'bypass') outdated.push(`${path} was not rendered`)
      for (const [index, app] of asked.entries()) {
        const cached = await ask(app, path)
        if (cached.state === 'hit') hits[index]!++
        if (cached.status !== plain.status || cached.text !== plain.text) {
          outdated.push(`${what}: ${path} (${cached.state}) ${differenceOf(cached.text, plain.text)}`)
        }
      }
    }
  }
  await Promise.all([work(), work(), work()])
  return { outdated, hits: hits.map((count) => count / paths.length) }
}

async function ask(app: BuiltApp, path: string, headers: Record<string, string> = {}) {
  const answer = await app.get(path, { headers })
  const text = (await answer.text())
    .replaceAll(/ nonce="[^"]*"/g, '')
    // Pages of the cache carry their styles.
    .replaceAll(/<style>.*?<\/style>|<noscript data-late="">.*?<\/noscript>|<link rel="stylesheet"[^>]*>/gs, '')
    .replaceAll(/localhost(?::|%3A)\d+/g, 'localhost')
  return { status: answer.status, state: answer.headers.get('X-Cache'), text }
}

function differenceOf(one: string, other: string) {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return `${one.slice(at - 60, at + 60)} <> ${other.slice(at - 60, at + 60)}`
}

/**
 * Public pages of all kinds but the figures of decisions, which may be a minute old, with filters, orders, tabs and second pages.
 */
async function listPaths() {
  const [deals, categories, platforms, vendors] = await Promise.all(
    (['deals', 'categories', 'platforms', 'vendors'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('slug')
        .$if(table === 'deals', (query) => query.where(sql<boolean>`published`))
        .orderBy('slug')
        .execute(),
    ),
  )
  const of = (path: string, rows: { slug: string }[] | undefined, limit: number) =>
    rows!.slice(0, limit).map(({ slug }) => `/${path}/${slug}`)
  const firstDeals = of('deals', deals, 2)
  return [
    ...['/', '/about', '/categories', '/platforms', '/vendors', '/faq', '/guidelines'],
    ...[
      '',
      '?sort=rating',
      '?sort=ending',
      '?sort=price-asc',
      '?view=list',
      '?status=ACTIVE',
      '?status=EXPIRED',
      '?open=1',
    ].map((query) => `/deals${query}`),
    ...['/deals?q=a', '/deals?offers=all', '/deals?page=2', '/changes', '/changes?kind=PRICE', '/changes?affects=YES'],
    ...of('deals', deals, 10),
    ...firstDeals.flatMap((path) => [`${path}/changes`, `${path}/comments`, `${path}?sort=helpful`, `${path}?stars=5`]),
    `/compare?${deals!
      .slice(0, 3)
      .map(({ slug }) => `d=${slug}`)
      .join('&')}`,
    ...of('categories', categories, 3),
    ...of('platforms', platforms, 2),
    ...of('vendors', vendors, 4),
  ]
}
