import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Header } from '~/layout/header'
import * as admin from '~/routes/admin/route'
import { makeProfile } from '../factories'
import { renderPage } from '../render'

async function openNavigation(role: 'ADMIN' | 'MANAGER', path: string) {
  const html = await renderPage(await makeProfile({ role }), { pattern: path, path, routes: [admin] })
  const nav = html.slice(html.indexOf('aria-label="Admin"'), html.indexOf('</nav>', html.indexOf('aria-label="Admin"')))
  const links = [...nav.matchAll(/<a [^>]*href="(\/admin[^"]*)"[^>]*>/g)]
  return {
    links: links.map(([, href]) => href),
    current: links.filter(([tag]) => tag.includes('aria-current="page"')).map(([, href]) => href),
    isSiteOpen: /<details[^>]* open=""/.test(nav),
  }
}

const MAIN = [
  '/admin',
  '/admin/queue',
  '/admin/queue/freshness',
  '/admin/deals',
  '/admin/products',
  '/admin/vendors',
  '/admin/categories',
  '/admin/analytics',
]

test('the side bar has nine entries, of which the last unfolds the screens of the site', async () => {
  const { links, isSiteOpen } = await openNavigation('ADMIN', '/admin')
  expect(links.slice(0, 8)).toEqual(MAIN)
  expect(links.slice(8)).toEqual(
    ['site', 'users', 'pages', 'links', 'seo', 'audit', 'system'].map((screen) => `/admin/${screen}`),
  )
  expect(isSiteOpen).toBe(false)
})

test('managers see no links to the screens of admins', async () => {
  const { links } = await openNavigation('MANAGER', '/admin')
  expect(links).toEqual([...MAIN, '/admin/users', '/admin/seo', '/admin/audit'])
})

test.each([
  ['/admin', '/admin', false],
  ['/admin/queue/reviews/1', '/admin/queue', false],
  ['/admin/queue/freshness', '/admin/queue/freshness', false],
  ['/admin/comments', '/admin/queue', false],
  ['/admin/csv-import/1', '/admin/deals', false],
  ['/admin/deals/new', '/admin/deals', false],
  ['/admin/merge/vendor/1', '/admin/vendors', false],
  ['/admin/platforms/1', '/admin/categories', false],
  ['/admin/users', '/admin/users', true],
  ['/admin/pages/privacy', '/admin/pages', true],
])('at %s the current entry is %s, and whether Site is open is %s', async (path, current, isOpen) => {
  expect(await openNavigation('ADMIN', path)).toMatchObject({ current: [current], isSiteOpen: isOpen })
})

test('the header links the staff screens for staff only', async () => {
  const linksFor = async (isStaff: boolean) => {
    const header = { default: () => createElement(Header, { unread: 0, isStaff }) }
    return (await renderPage(null, { pattern: '/', path: '/', routes: [header] })).match(/href="\/admin"/g)
  }
  expect(await linksFor(true)).toHaveLength(2)
  expect(await linksFor(false)).toBeNull()
})
