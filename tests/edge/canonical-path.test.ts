import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCanonicalPath, redirectDataRequest } from '~/edge/address.server'
import { RULES } from '../built-app/access-rules'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
})
afterAll(() => app.stop())

const send = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${app.port}${path}`, { method, redirect: 'manual' })

test.each([
  ['/Deals/Quillstack', '/deals/quillstack'],
  ['/deals/', '/deals'],
  ['/deals/quillstack/?page=2', '/deals/quillstack?page=2'],
  ['/deals/quillstack/Comments//', '/deals/quillstack/comments'],
  ['//', '/'],
  ['/%64eals%2Ejson?q=a', '/deals.json?q=a'],
  ['/OG/deals/quillstack.png', '/og/deals/quillstack.png'],
  ['/Robots.txt', '/robots.txt'],
])('%s redirects to its canonical path', async (path, canonical) => {
  const { status, headers } = await send(path)
  expect({ status, location: headers.get('Location') }).toEqual({ status: 301, location: canonical })
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  expect(await app.takeReached()).toEqual([])
})

test('every public route has one spelling, except pages reached only by a link, a form or a script', () => {
  const files = Object.keys(import.meta.glob(['/app/routes/*.{ts,tsx}', '/app/routes/*/route.{ts,tsx}']))
  const names = files.map((file) => file.replace(/^\/app\/routes\//, '').replace(/(\/route)?\.tsx?$/, ''))
  const unlisted = names.filter((name) => {
    const rule = RULES[`routes/${name}`]
    if (!rule) return true
    const misspelled = new URL(`http://localhost${rule.path.toUpperCase()}/`)
    return rule.read === 'everyone' && findCanonicalPath(misspelled) !== rule.path
  })
  expect(unlisted).toEqual([
    '$',
    'account_.sessions',
    'auth_.confirm',
    'auth_.first-admin',
    'auth_.reset',
    // The tokens in these three are case-sensitive.
    'calendar.$file',
    'contact_.sent',
    'deals.$slug_.bookmark',
    'feed.$file',
    'go.$slug',
    'pictures.$file',
    'session',
    'unsubscribe.$token',
  ])
})

test('redirects never go to another site', () => {
  for (const path of ['//vendor.example/', '///vendor.example//', '//VENDOR.example']) {
    expect(findCanonicalPath(new URL(`http://localhost${path}`)) ?? '/').not.toMatch(/^\/\//)
  }
})

test.each(['/', '/deals', '/deals/quillstack?q=Team', '/Admin/', '/go/Quillstack', '/Deals.data'])(
  '%s reaches the app as it is',
  async (path) => {
    await app.takeReached()
    expect((await send(path)).status).toBe(200)
    expect(await app.takeReached()).toEqual([`GET ${path}`])
  },
)

test.each([
  ['/Deals.data', '/deals'],
  ['/deals/quillstack/.data?_routes=root&page=2', '/deals/quillstack?page=2'],
  ['/_root.data', null],
  ['/deals/quillstack.data?q=Team', null],
])('a request for data to %s redirects to %s', (path, canonical) => {
  const response = redirectDataRequest(new Request(`http://localhost:3000${path}`))
  expect(response?.headers.get('Location') ?? null).toBe(canonical)
})
