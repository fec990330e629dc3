import { expect, test } from 'vitest'
import { suggestSearch, suggestTitles } from '~/features/catalog/deals/list/suggestions.server'
import { loader } from '~/routes/deals._index/route'
import { makeDeal, makePlatform } from '../factories'

test('misspelled titles are suggested', async () => {
  await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
  await makeDeal({ title: 'Moorline CRM', slug: 'moorline' })
  await makeDeal({ title: 'Ημερολόγιο', slug: 'diary' })

  expect(await suggestTitles('quilstack')).toEqual([{ slug: 'quillstack', title: 'Quillstack' }])
  expect(await suggestTitles('moorlinne crm')).toEqual([{ slug: 'moorline', title: 'Moorline CRM' }])
  expect(await suggestTitles('ημερολόγια')).toEqual([{ slug: 'diary', title: 'Ημερολόγιο' }])
  expect(await suggestTitles('entirely different')).toEqual([])
})

test('a search without results suggests existing words', async () => {
  await makeDeal({ title: 'Cliphouse', summary: 'Video editor for teams' })
  await makeDeal({ title: 'Vidor', published: false, summary: 'Vidoe' })

  expect(await suggestSearch('vidoe')).toBe('video')
  expect(await suggestSearch('vidoe editr')).toBe('video editor')
  expect(await suggestSearch('video zzyzxq')).toBeUndefined()
  expect(await suggestSearch('video')).toBeUndefined()
})

test('the most common of equally similar words is suggested', async () => {
  await makeDeal({ title: 'One', summary: 'A planer' })
  for (const title of ['Two', 'Three']) await makeDeal({ title, summary: 'A planner' })

  expect(await suggestSearch('plannr')).toBe('planner')
  expect(await suggestSearch('plader')).toBe('planer')
})

async function suggestionsAt(path: string) {
  const request = new Request(`http://localhost:3000${path}`)
  const answer = await loader({ request, params: {}, context: {} })
  return 'suggestions' in answer ? answer.suggestions : undefined
}

test('no search is suggested if a filter or price range is the reason for no results', async () => {
  await makeDeal({ title: 'Video desk', deal_price: '59.00' })
  const { slug } = await makePlatform()

  const meant = [{ label: 'video', path: '/deals?q=video' }]
  expect(await suggestionsAt('/deals?q=vidoe')).toEqual(meant)
  expect(await suggestionsAt('/deals?q=vidoe&maxPrice=100')).toEqual(meant)
  expect(await suggestionsAt('/deals?q=video&maxPrice=20')).toEqual([])
  expect(await suggestionsAt(`/deals?q=video&platform=${slug}`)).toEqual([])
})
