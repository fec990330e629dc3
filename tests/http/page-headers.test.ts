import { parseWithZod } from '@conform-to/zod/v4'
import { createRequestHandler, data, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { invalid } from '~/http/forms.server'
import { linkPageHeaders, PUBLIC_PAGE, pageHeaders, tooMany } from '~/http/responses.server'
import { type RequestContext, runInContext } from '~/request-context.server'

// Remix gives the headers of the root to every route without its own, but gives the root no headers of their loaders.

type Leaf = { loader?: () => unknown; action?: () => unknown; headers?: typeof linkPageHeaders }

/** The status and headers of a page whose route is a child of the root, as a document or as the router's data. */
async function headersOf(route: string, leaf: Leaf, suffix = '') {
  const [method, path] = route.split(' ') as [string, string]
  const module = { default: () => null, ...leaf }
  const build = {
    routes: {
      root: { id: 'root', path: '', module: { default: () => null, headers: pageHeaders } },
      leaf: { id: 'leaf', parentId: 'root', path: path.slice(1), module },
    },
    entry: {
      module: { default: (_: Request, status: number, headers: Headers) => new Response('', { status, headers }) },
    },
    assets: { version: '1', url: '', routes: {}, entry: { module: '', imports: [] } },
    future: { v3_singleFetch: true },
    isSpaMode: false,
  } as unknown as ServerBuild
  const context: RequestContext = { id: 'x', address: '127.0.0.1', nonce: undefined, route }
  const request = new Request(`http://localhost:3000${path}${suffix}`, { method })
  const { status, headers } = await runInContext(context, () => createRequestHandler(build, 'test')(request))
  return {
    status,
    cacheControl: headers.get('Cache-Control'),
    retryAfter: headers.get('Retry-After'),
    referrer: headers.get('Referrer-Policy'),
    cookie: headers.get('Set-Cookie'),
  }
}

const NONE = { cacheControl: null, retryAfter: null, referrer: null, cookie: null }

test.each(['', '.data'])('only public pages may be stored: documents and data%s', async (suffix) => {
  const loader = () => data({}, { headers: { 'Set-Cookie': 'a=b', 'Cache-Control': 'public, max-age=60' } })
  const status = 200
  expect(await headersOf('GET /about', { loader: () => ({}) }, suffix)).toEqual({
    ...NONE,
    status,
    cacheControl: PUBLIC_PAGE['Cache-Control'],
  })
  expect(await headersOf('GET /account', { loader }, suffix)).toEqual({ ...NONE, status, cookie: 'a=b' })
})

test.each(['', '.data'])('a limit that a loader or an action reports is sent as Retry-After: %s', async (suffix) => {
  const limited = () => {
    throw tooMany('Too many.', 60)
  }
  const refused = () => invalid(parseWithZod(new FormData(), { schema: z.object({}) }), { status: 429, retryAfter: 7 })
  expect(await headersOf('GET /account', { loader: limited }, suffix)).toMatchObject({ status: 429, retryAfter: '60' })
  expect(await headersOf('POST /about', { action: refused }, suffix)).toEqual({ ...NONE, status: 429, retryAfter: '7' })
  expect(await headersOf('POST /about', { action: limited }, suffix)).toMatchObject({ status: 429, retryAfter: '60' })
})

test('pages opened from links in mails send no referrer', async () => {
  const page = await headersOf('GET /auth/reset', { loader: () => ({}), headers: linkPageHeaders })
  expect(page).toMatchObject({ cacheControl: null, referrer: 'no-referrer' })
})
