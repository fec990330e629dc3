import { expect, test } from 'vitest'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import * as queue from '~/routes/admin.queue'
import * as itemPage from '~/routes/admin.queue_.$kind.$id'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { makeProductPair } from '../staff-factories'

async function openQueue(search = '') {
  const staff = await makeProfile({ role: 'MANAGER' })
  const html = await renderPage(staff, { pattern: '/admin/queue', path: `/admin/queue${search}`, routes: [queue] })
  const nav = html.slice(html.indexOf('aria-label="Kinds"'))
  const [tabs = '', more] = nav.slice(0, nav.indexOf('</nav>')).split('<details')
  const linksOf = (part: string) =>
    [...part.matchAll(/<a .*?<\/a>/g)].map(([link]) => wordsOf(link.replaceAll('<span', ' <span')))
  return { html, tabs: linksOf(tabs), more: more === undefined ? undefined : linksOf(more) }
}

test('only kinds with items are tabs of the queue, and the others are words under More', async () => {
  await makeComment()
  for (let n = 0; n < 2; n++) await makeChangeLog()
  const { tabs, more } = await openQueue()
  expect(tabs).toEqual(['All 3', 'Change reports 2', 'Comments 1'])
  expect(more).toEqual([
    'Ended reports',
    'Reported reviews',
    'Reviews',
    'Edited reviews',
    'Updates',
    'Proofs',
    'Broken links',
    'Page differences',
    'Suggestions',
    'Contact',
    'Duplicates',
  ])
})

test('suggested duplicates are a tab of the queue that leads to the products, and no one waits for them', async () => {
  await makeComment()
  await makeProductPair((await makeDeal()).product_id, (await makeDeal()).product_id)
  const { html, tabs } = await openQueue()
  expect(tabs).toEqual(['All 1', 'Comments 1', 'Duplicates 1'])
  expect(html).toMatch(/href="\/admin\/products"[^>]*>Duplicates/)
})

test('a kind without items that is open is a tab', async () => {
  await makeComment()
  const { tabs, more } = await openQueue('?kind=reviews')
  expect(tabs).toEqual(['All 1', 'Reviews', 'Comments 1'])
  expect(more).not.toContain('Reviews')
})

test.each([
  [23, false],
  [25, true],
])('an item that waits for %i hours is marked as older than 24 hours: %s', async (hours, isMarked) => {
  const { id } = await makeComment({ created_at: new Date(Date.now() - hours * 3_600_000) })
  const list = wordsOf((await openQueue()).html)
  expect(list.includes('1 is older than 24 hours.')).toBe(isMarked)
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('comment', id), routes: [itemPage] }
  const article = wordsOf(await renderPage(await makeProfile({ role: 'MANAGER' }), page))
  for (const words of [list, article]) expect(words.includes(', older than 24 hours')).toBe(isMarked)
})

test('an empty queue has one tab and says that there is nothing left', async () => {
  const { html, tabs, more } = await openQueue()
  expect(tabs).toEqual(['All'])
  expect(more).toBeUndefined()
  expect(wordsOf(html)).toContain("You're all caught up")
})

test('the page of an item marks links, and the words that an earlier text on its deal shares', async () => {
  const { id: deal_id } = await makeDeal()
  const text =
    'Keyword exports are exactly what our clients ask for, one file a client, with the position, the change and the page that ranks. The price is fair for what it does every day.'
  await makeReview({ deal_id, body: `${text} Again.` })
  const last = await makeReview({ deal_id, body: `${text} See plotwise.example/roadmap, where it has no date.` })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('review', last.id), routes: [itemPage] }
  const [article = '', similar = ''] = (await renderPage(await makeProfile({ role: 'MANAGER' }), page)).split(
    'Similar earlier texts',
  )
  const [link = ''] = article.match(/<a [^>]*href="[^"]*plotwise\.example\/roadmap".*?<\/a>/) ?? []
  expect(link).toContain('rel="nofollow noopener noreferrer"')
  expect(wordsOf(link)).toContain('plotwise.example/roadmap')
  expect(/<mark[^>]*>(.*?)<\/mark>/.exec(similar)?.[1]).toContain('Keyword exports are exactly')
})
