import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import {
  deleteOldSearches,
  listEmptySearches,
  recordEmptySearch,
  searchTerm,
} from '~/features/staff/analytics/empty-searches.server'
import { drainBackgroundTasks } from '~/http/current-request.server'
import { loader as deals } from '~/routes/deals._index/route'
import { BROWSER } from '../browser'
import { makeDeal } from '../factories'
import { answer } from '../requests'
import { makeDailyMetric } from '../staff-factories'

const today = new Date().toISOString().slice(0, 10)

async function search(query: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000/deals?${query}`, {
    headers: { 'User-Agent': BROWSER, ...headers },
  })
  await answer(deals({ request, params: {}, context: {} }))
  await drainBackgroundTasks(2_000)
}
const list = () => listEmptySearches('7', today, 10)

test('searches without results are counted regardless of case and spacing', async () => {
  await makeDeal({ title: 'Invoice maker' })
  for (const q of ['Time  Tracker', 'time tracker', 'ＴＩＭＥ tracker']) await search(`q=${encodeURIComponent(q)}`)
  await search('q=invoice')
  expect(await list()).toEqual([{ term: 'time tracker', searches: 3 }])
})

test('bots, prefetches and empty filter results are not counted as empty searches', async () => {
  await search('q=nothing', { 'User-Agent': 'Googlebot/2.1' })
  await search('q=nothing', { 'Sec-Purpose': 'prefetch' })
  await search('q=nothing&status=EXPIRED')
  await search('status=EXPIRED')
  expect(await list()).toEqual([])
})

test.each(['ada@example.com', 'call +49 (170) 123-45 67', '4111 1111 1111 1111', 'https://example.com/me', ' \t '])(
  'the search term "%s" is not stored',
  (typed) => expect(searchTerm(typed)).toBeUndefined(),
)

test.each(['office 365', 'top 10 crm 2026', "o'brien crm"])('the search term "%s" is stored', (typed) =>
  expect(searchTerm(typed)).toBe(typed),
)

test('at most 300 search terms are stored a day, and they are deleted after a year', async () => {
  const request = new Request('http://localhost:3000/deals', { headers: { 'User-Agent': BROWSER } })
  const old = new Date(Date.now() - 401 * 86_400_000).toISOString().slice(0, 10)
  const counted = { metric: 'empty_searches', count: 1 }
  await makeDailyMetric({ ...counted, day: old, key: 'old' })
  for (let n = 0; n < 300; n++) await makeDailyMetric({ ...counted, day: today, key: `term ${n}` })
  for (const typed of ['one too many', 'term 7']) recordEmptySearch(request, typed)
  await drainBackgroundTasks(2_000)
  await deleteOldSearches()
  const repeated = await db.selectFrom('daily_metrics').select(['key', 'count']).where('count', '>', 1).execute()
  expect(repeated).toEqual([{ key: 'term 7', count: 2 }])
  expect(await listEmptySearches('all', today, 1_000)).toHaveLength(300)
})
