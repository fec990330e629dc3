import { expect, test } from 'vitest'
import * as categories from '~/routes/admin.categories._index/route'
import * as category from '~/routes/admin.categories.$id/route'
import * as platforms from '~/routes/admin.platforms._index/route'
import { makeCategory, makeDeal, makeFollow, makePlatform, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'

const open = async (search: string) => {
  const staff = await makeProfile({ role: 'MANAGER' })
  const path = `/admin/categories${search}`
  return wordsOf(await renderPage(staff, { pattern: '/admin/categories', path, routes: [categories] }))
}

test("a category is found by a part of its own or its parent's name", async () => {
  const parent = await makeCategory({ name: 'Marketing', slug: 'marketing' })
  await makeCategory({ name: 'Email', slug: 'email', parent_id: parent.id })
  await makeCategory({ name: 'Design', slug: 'design' })
  const found = await open('?q=MAIL')
  expect(found).toContain('/categories/email')
  expect(found).not.toContain('/categories/marketing')
  expect(await open('?q=market&sort=deals')).toContain('/categories/email')
  expect(await open('?q=market&sort=deals')).not.toContain('/categories/design')
})

test('a search without a matching category says so and can be cleared', async () => {
  await makeCategory({ name: 'Design' })
  expect(await open('?q=plumbing')).toContain('No categories found Try adjusting your filters. Clear filters')
})

test('the question before a deletion says how many members follow the category', async () => {
  const staff = await makeProfile({ role: 'MANAGER' })
  const { id } = await makeCategory({ name: 'Design' })
  const open = async () => {
    const page = { pattern: '/admin/categories/:id', path: `/admin/categories/${id}`, routes: [category] }
    return wordsOf(await renderPage(staff, page))
  }
  expect(await open()).toContain('delete this category? Design. No members follow it.')
  for (const user of [staff, await makeProfile()]) await makeFollow({ user_id: user.id, category_id: id })
  expect(await open()).toContain('2 members follow it and will no longer be notified.')
})

test('a category with deals says how many and links them, and cannot be deleted', async () => {
  const { id, slug } = await makeCategory()
  await makeDeal({ category_id: id })
  const page = { pattern: '/admin/categories/:id', path: `/admin/categories/${id}`, routes: [category] }
  const html = await renderPage(await makeProfile({ role: 'MANAGER' }), page)
  expect(wordsOf(html)).toContain('1 deal belongs here.')
  expect(html).toMatch(new RegExp(`<a [^>]*href="/admin/deals\\?category=${slug}"[^>]*>1 deal</a>`))
  expect(html).not.toContain('Delete Category')
})

test('platforms are sorted by their deals, the most first', async () => {
  const made = [await makePlatform(), await makePlatform(), await makePlatform()]
  for (const index of [2, 2, 0]) await makeDeal({ platform_id: made[index]!.id })
  const page = { pattern: '/admin/platforms', path: '/admin/platforms?sort=deals', routes: [platforms] }
  const html = await renderPage(await makeProfile({ role: 'MANAGER' }), page)
  const order = [...html.matchAll(/href="\/admin\/platforms\/([\da-f-]{36})"/g)].map(([, id]) => id)
  expect([...new Set(order)]).toEqual([2, 0, 1].map((index) => made[index]!.id))
  const head = html.match(/<th .*?<\/th>/g)?.find((one) => wordsOf(one) === 'Deals')
  expect(head).toContain('aria-sort="descending"')
})
