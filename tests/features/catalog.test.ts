import { expect, test } from 'vitest'
import { countCatalog, listDeals, listNewestDeals, suggestTitles } from '~/features/deals/catalog.server'
import { EVERY_DEAL } from '~/features/deals/deal-search'
import { makeCategory, makeDeal } from '../factories'

const list = async (asked: Partial<typeof EVERY_DEAL>) => {
  const { deals } = await listDeals({ ...EVERY_DEAL, ...asked })
  return deals.map(({ title }) => title)
}

test('a draft is in no list, count or suggestion', async () => {
  await makeDeal({ title: 'Hidden Harbor', published: false, tags: ['HOT'] })

  expect(await listDeals({ ...EVERY_DEAL })).toMatchObject({ deals: [], count: 0, pages: 0 })
  expect(await list({ q: 'harbor' })).toEqual([])
  expect(await list({ tag: 'HOT' })).toEqual([])
  expect(await listNewestDeals(6)).toEqual([])
  expect(await suggestTitles('hidden harbr')).toEqual([])
  expect(await countCatalog()).toMatchObject({ deals: 0 })
})

test('a category shows the deals of its children too', async () => {
  const parent = await makeCategory({ slug: 'marketing' })
  const child = await makeCategory({ slug: 'email', parent_id: parent.id })
  await makeDeal({ title: 'Own', category_id: parent.id, created_at: new Date('2026-01-02') })
  await makeDeal({ title: 'Of the child', category_id: child.id, created_at: new Date('2026-01-01') })
  await makeDeal({ title: 'Elsewhere' })

  expect(await list({ category: 'marketing' })).toEqual(['Own', 'Of the child'])
  expect(await list({ category: 'email' })).toEqual(['Of the child'])
})

test('a category or platform that does not exist filters nothing', async () => {
  await makeDeal({ title: 'Anything' })

  expect(await list({ category: 'no-such', platform: 'no-such' })).toEqual(['Anything'])
})
