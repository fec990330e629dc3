import { expect, test } from 'vitest'
import { loader as home } from '~/routes/_index/route'
import { loader as category } from '~/routes/categories.$slug'
import { loader as deals } from '~/routes/deals._index/route'
import { loader as dealPage } from '~/routes/deals.$slug/route'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { requestAs } from '../requests'

// A member gets the data of a page twice, as HTML and as data: loaders send what the page shows.

const SUMMARY = 'Sorts the mail of a team by who has to answer and until when. '.repeat(4).trim()

const list = async (query: string) => {
  const answer = await deals({ request: await requestAs(null, `/deals${query}`), params: {}, context: {} })
  if ('init' in answer) throw new Error(`answered with ${answer.init?.status}`)
  return answer
}

test('cards come without the id and with a summary of two lines', async () => {
  const { id, slug } = await makeCategory()
  await makeDeal({ summary: SUMMARY, category_id: id })

  const [card] = (await list('')).deals
  expect(card).not.toHaveProperty('id')
  expect(card).not.toHaveProperty('category')
  expect(card).toMatchObject({ summary: expect.stringMatching(/^Sorts the mail .{100,150} …$/) })
  const request = await requestAs(null, `/categories/${slug}`)
  expect((await category({ request, params: { slug }, context: {} })).list.deals).toEqual([card])
  expect((await home()).deals[0]).toEqual(card)
})

test('rows come with their category and without what only cards show', async () => {
  await makeDeal({ summary: SUMMARY, hero_image_url: '/demo/quillstack.svg' })

  const [row] = (await list('?view=list')).deals
  expect(row).toMatchObject({ category: expect.any(String) })
  for (const field of ['id', 'summary', 'picture', 'original_price']) expect(row).not.toHaveProperty(field)
})

test('only the chosen category is sent with its full name', async () => {
  const parent = await makeCategory({ name: 'Email' })
  const child = await makeCategory({ name: 'Newsletters', parent_id: parent.id })

  const { categories, names } = await list(`?category=${child.slug}`)
  expect(names.category).toContain('Email')
  for (const option of categories) expect(option).not.toHaveProperty('full_name')
})

test('structured data is for search engines, which do not sign in', async () => {
  const { slug } = await makeDeal()
  const load = async (profile: { id: string } | null) =>
    dealPage({ request: await requestAs(profile, `/deals/${slug}`), params: { slug }, context: {} })

  expect((await load(null)).structured.length).toBeGreaterThan(0)
  expect((await load(await makeProfile())).structured).toEqual([])
})
