import type { LoaderFunction } from '@remix-run/node'
import { afterEach, expect, test, vi } from 'vitest'
import { PUBLIC_PAGES, publicParams } from '~/http/public-pages'
import { makeDeal } from '../factories'

type RouteModule = { loader?: LoaderFunction }

const routes = import.meta.glob<RouteModule>(['/app/routes/*.tsx', '/app/routes/*/route.tsx'])
const SLUGS = {
  pages: 'a-page',
  deals: 'a-deal',
  categories: 'a-category',
  platforms: 'a-platform',
  vendors: 'northpane',
} as Record<string, string>

/** "/app/routes/deals.$slug.changes/route.tsx": the path of the page, and the files of all its routes. */
function pageOf(file: string) {
  const segments = nameOf(file)
    .split('.')
    .filter((segment) => segment !== '_index')
  const path = `/${segments.join('/').replace(/\$slug/, SLUGS[segments[0]!] ?? '')}`
  const layouts = Object.keys(routes).filter((other) => nameOf(file).startsWith(`${nameOf(other)}.`))
  return { path, files: [...layouts, file] }
}

const nameOf = (file: string) => file.replace(/^\/app\/routes\//, '').replace(/(\/route)?\.tsx$/, '')

afterEach(() => vi.restoreAllMocks())

/** The names of the parameters that the loaders of a page read. */
async function readNames(path: string, files: string[]) {
  const read = new Set<string>()
  for (const way of ['get', 'getAll', 'has'] as const) {
    const original = URLSearchParams.prototype[way] as (name: string) => never
    vi.spyOn(URLSearchParams.prototype, way).mockImplementation(function (this: URLSearchParams, name: string) {
      read.add(name)
      return original.call(this, name)
    })
  }
  for (const file of files) {
    const { loader } = await routes[file]!()
    const request = new Request(`http://localhost${path}`)
    await Promise.resolve(loader?.({ request, params: { slug: path.split('/')[2] }, context: {} })).catch(
      (thrown: unknown) => {
        if (!(thrown instanceof Response)) throw thrown
      },
    )
  }
  vi.restoreAllMocks()
  return [...read].sort()
}

test('the declared cache parameters of each page are exactly those that its loaders read', async () => {
  await makeDeal({ slug: 'a-deal' })
  const seen: Record<string, readonly string[] | undefined> = {}
  const declared: Record<string, readonly string[] | undefined> = {}
  for (const file of Object.keys(routes)) {
    const { path, files } = pageOf(file)
    if (!publicParams(path)) continue
    // The layout of the deal page is part of its tabs.
    seen[path] = [...new Set([...(seen[path] ?? []), ...(await readNames(path, files))])].sort()
    declared[path] = publicParams(path)
  }
  expect(Object.keys(seen)).toHaveLength(Object.keys(PUBLIC_PAGES).length)
  // `edit` selects a member's own entry, and `kind` what a member's report is about. Neither has an effect for visitors.
  const ofMembers = (path: string) => (path === '/deals/a-deal/changes' ? ['edit', 'kind'] : ['edit'])
  for (const path of Object.keys(seen)) seen[path] = seen[path]!.filter((name) => !ofMembers(path).includes(name))
  expect(declared).toEqual(seen)
})
