import { Outlet, UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { HeadTags } from '~/http/head-tags'
import { pageHead } from '~/http/page.server'
import { notFound } from '~/http/responses.server'
import { meta } from '~/root'

type Loader = () => object | null
const none = () => null

/** The head of a page, whose layout and route load this below the root. */
async function headOf(layout: Loader, page: Loader) {
  const route = { id: 'page', index: true as const, loader: page, Component: none, ErrorBoundary: none }
  const tree = [
    {
      id: 'root',
      loader: () => ({ siteName: 'Ledger' }),
      Component: HeadTags,
      ErrorBoundary: HeadTags,
      children: [{ id: 'layout', path: '/', loader: layout, Component: Outlet, children: [route] }],
    },
  ]
  const handler = createStaticHandler(tree)
  const context = await handler.query(new Request('http://localhost:3000/'))
  if (context instanceof Response) throw context
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(
    <RemixContext.Provider value={{ routeModules: { root: { meta } }, isSpaMode: false } as never}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </RemixContext.Provider>,
  )
}

const head = pageHead({ title: 'Platforms', description: 'Where deals are sold.', path: '/platforms' })

test('a page has the tags of its head', async () => {
  const feeds = [{ type: 'rss' as const, title: 'Deals', path: '/deals.rss' }]
  const html = await headOf(none, () => ({ head: { ...head, isIndexed: false, feeds } }))
  for (const tag of [
    '<title>Platforms | Lifetime Ledger</title>',
    '<meta name="description" content="Where deals are sold."/>',
    '<meta name="robots" content="noindex, follow"/>',
    '<link rel="canonical" href="http://localhost:3000/platforms"/>',
    '<link rel="alternate" type="application/rss+xml" title="Deals" href="/deals.rss"/>',
    '<meta property="og:description" content="Where deals are sold."/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
    '<meta name="twitter:title" content="Platforms | Lifetime Ledger"/>',
    '<meta name="twitter:description" content="Where deals are sold."/>',
    '<meta name="twitter:image" content="http://localhost:3000/og-default.png"/>',
  ]) {
    expect(html).toContain(tag)
  }
  expect(await headOf(none, () => ({ head }))).not.toContain('robots')
})

test('structured data cannot end its script element', async () => {
  const structured = [{ name: '</script><script>' }, { name: 'a & b' }]
  const html = await headOf(none, () => ({ head, structured }))
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => json!)
  expect(scripts.map((json) => JSON.parse(json))).toEqual(structured)
})

test('the head of a route replaces that of its layout', async () => {
  const layout = () => ({ head: { ...head, title: 'Layout' } })
  expect(await headOf(layout, () => ({ head }))).toContain('<title>Platforms |')
  expect(await headOf(layout, none)).toContain('<title>Layout</title>')
})

test('an error page names the missing noun and the site, also on a route with its own error page', async () => {
  const missing = () => {
    throw notFound('Category')
  }
  const title = '<title>Category not found | Ledger</title>'
  expect(await headOf(none, missing)).toBe(`${title}<meta name="robots" content="noindex"/>`)
  expect(await headOf(missing, () => ({ head }))).toContain(title)
})
