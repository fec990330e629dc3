import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const HOOK = path.resolve('scripts/serve/faster-router.js')

const ROUTES = [
  { id: 'root', path: '' },
  { id: 'home', parentId: 'root', index: true },
  { id: 'deals', parentId: 'root', path: 'deals' },
  { id: 'deal', parentId: 'root', path: 'deals/:slug' },
  { id: 'reviews', parentId: 'deal', path: 'reviews' },
  { id: 'page', parentId: 'root', path: 'pages/:language?/:slug', caseSensitive: true },
  { id: 'missing', parentId: 'root', path: '*' },
]
const PATHS = ['/', '/deals', '/Deals/', '/deals/quill', '/deals/quill/reviews', '/pages/a', '/pages/en/a', '/a/b%2Fc']

/** What the router makes of the routes, in a process with these arguments. */
function matchRoutes(args: string[]) {
  const given = { routes: Object.fromEntries(ROUTES.map((route) => [route.id, route])), paths: PATHS }
  const all = [...args, 'tests/setup/match-routes.js', JSON.stringify(given)]
  const { stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('a web process stores what the router makes of its routes, and matches every path as before', () => {
  const [stored, plain] = [matchRoutes(['--import', HOOK]), matchRoutes([])]
  expect([stored.isStored, plain.isStored]).toEqual([true, false])
  expect(stored.rounds).toEqual(plain.rounds)
  expect(stored.rounds[0].matches[4].map(([id]: string[]) => id)).toEqual(['root', 'deal', 'reviews'])
})

test('a router without one of the functions that are extended does not start', () => {
  const code = `
    const { ADDITIONS, extend } = await import(${JSON.stringify(HOOK)})
    for (const [name, addition] of Object.entries(ADDITIONS)) {
      try { extend(name, addition.needs.slice(1).join(';'), addition) } catch ({ message }) { console.log(message) }
    }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/router\.cjs\.js has changed: it lacks "function convertRoutesToDataRoutes/),
    expect.stringMatching(/routes\.js has changed: it lacks "function createServerRoutes/),
  ])
})
