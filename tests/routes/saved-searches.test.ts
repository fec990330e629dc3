import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { describeCounts, savedQuery } from '~/features/audience/following/saved-search'
import { parseDealSearch } from '~/features/catalog/deals/list/deal-filters'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import * as following from '~/routes/account_.following/route'
import { loader as open } from '~/routes/account_.following_.$id'
import { loader as dealList } from '~/routes/deals._index/route'
import * as unsubscribe from '~/routes/unsubscribe.$token/route'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
const PATH = '/account/following'

let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile()
})

const list = async (as = ada) => {
  const page = await following.loader({ request: await requestAs(as, PATH), ...context })
  return page.searches
}
const send = async (form: Record<string, string>, as = ada) =>
  answer(following.action({ request: await requestAs(as, PATH, form), ...context }))
const save = (name: string, query: string, as = ada) =>
  send({ intent: 'save-search', name, query, returnTo: `/deals?${query}` }, as)
const show = async (id: string, as = ada) =>
  (await answer(open({ request: await requestAs(as, `${PATH}/${id}`), params: { id }, context: {} }))) as Response

test('a search is saved in its canonical form and the list is shown again', async () => {
  const saved = (await save('Refundable', 'view=list&page=3&refund=30&q= team &sort=open&d=x')) as Response
  expect(saved.status).toBe(303)
  expect(saved.headers.get('Location')).toContain('/deals?')
  expect(toastOf(saved)).toMatchObject({ title: 'Search saved', text: 'Refundable' })
  const { query } = await db.selectFrom('saved_searches').select('query').executeTakeFirstOrThrow()
  expect(query).toBe('q=team&refund=30')
})

test.each([
  ['2026-11-22T23:00:00Z', 37, 2, '37 products, 2 new since yesterday'],
  ['2026-11-23T01:00:00Z', 1, 0, '1 product, none new since you looked today'],
  ['2026-11-18T09:00:00Z', 1001, 100, 'More than 1,000 products, more than 99 new since Wednesday'],
  ['2026-11-01T09:00:00Z', 0, 0, '0 products, none new since 1 Nov 2026'],
])('the counts of a search looked at on %s are %i and %i in words', (lookedAt, matches, fresh, text) => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(describeCounts({ matches, fresh }, { offers: '' }, new Date(lookedAt), now)).toBe(text)
})

test('deals added since the search was opened count as new, drafts and others do not', async () => {
  const category = await makeCategory({ name: 'Writing', slug: 'writing' })
  await makeDeal({ category_id: category.id, created_at: new Date('2026-01-01') })
  await save('Writing', 'category=writing')
  const since = new Date(Date.now() - 60_000)
  await db.updateTable('saved_searches').set({ looked_at: since }).execute()
  await makeDeal({ category_id: category.id })
  await makeDeal({ category_id: category.id, published: false })
  await makeDeal()
  const [search] = await list()
  expect(search).toMatchObject({ name: 'Writing', filters: 'In Writing' })
  expect(search!.counts).toMatch(/^2 products, 1 new since/)

  const response = await show(search!.id)
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/deals?category=writing'])
  expect((await list())[0]!.counts).toBe('2 products, none new since you looked today')
})

test('a search of a renamed category still finds its deals', async () => {
  const category = await makeCategory({ slug: 'writing' })
  await makeDeal({ category_id: category.id })
  await makeDeal()
  await save('Writing', 'category=writing')
  await db.updateTable('categories').set({ slug: 'texts' }).where('id', '=', category.id).execute()
  const [search] = await list()
  expect(search!.counts).toMatch(/^1 product,/)
  expect((await show(search!.id)).headers.get('Location')).toBe('/deals?category=texts')
})

test('parallel posts save no more than 25 searches, and each of two names once', async () => {
  const answers = []
  for (let wave = 0; wave < 10; wave++) {
    const posts = [0, 1, 2, 3].map((i) => save(`Search ${wave * 3 + (i % 3)}`, `q=word${wave * 4 + i}`))
    answers.push(...(await Promise.all(posts)))
  }
  const rows = await db.selectFrom('saved_searches').select('name').execute()
  expect(rows).toHaveLength(25)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(25)
  expect(answers.filter((one) => one instanceof Response)).toHaveLength(25)
  expect(await save('One more', 'q=another')).toMatchObject({
    data: { error: { '': ['You have saved 25 searches, which is the most there can be. Remove one first.'] } },
    init: { status: 409 },
  })
})

test.each([
  ['', 'The name is required.'],
  ['x'.repeat(61), 'The name can have at most 60 characters, not 61.'],
  [' taken ', 'You have a search of this name. Choose another one.'],
])('the name "%s" gets an error at its field', async (name, message) => {
  await save('Taken', 'q=first')
  await save('Other', 'q=second')
  const wrong = { data: { error: { name: [message] }, initialValue: name === '' ? {} : { name } } }
  expect(await save(name, 'q=third')).toMatchObject(wrong)
  const other = (await list()).find((search) => search.name === 'Other')!
  expect(await send({ intent: 'rename-search', id: other.id, name })).toMatchObject(wrong)
  expect((await list()).map((search) => search.name)).toEqual(['Other', 'Taken'])
})

test.each([
  ['sort=rating', 'Choose a filter first: a search without one has every deal.'],
  [`q=${'%F0%9F%8E%81'.repeat(200)}`, 'This search is too long to be saved.'],
  ['q=first&page=2', 'You have saved this search already, as "Taken".'],
])('the search %s is not saved', async (query, message) => {
  await save('Taken', 'q=first')
  expect(await save('Another', query)).toMatchObject({ data: { error: { '': [message] } } })
})

test('a search can be renamed, even if only upper and lower case differ, and removed', async () => {
  await save('team', 'q=team')
  const id = (await list())[0]!.id
  await send({ intent: 'rename-search', id, name: 'Team' })
  expect(await list()).toMatchObject([{ id, name: 'Team' }])
  await send({ intent: 'remove-search', id })
  await send({ intent: 'remove-search', id })
  expect(await list()).toEqual([])
})

test("another person's search cannot be opened, renamed or removed", async () => {
  const grace = await makeProfile()
  await save('Hers', 'q=team', grace)
  const id = (await list(grace))[0]!.id
  await db
    .updateTable('saved_searches')
    .set({ looked_at: new Date('2026-01-01') })
    .execute()
  expect(await list()).toEqual([])
  expect((await show(id)).status).toBe(404)
  expect((await show('nonsense')).status).toBe(404)
  expect(((await send({ intent: 'rename-search', id, name: 'Mine' })) as Response).status).toBe(404)
  await send({ intent: 'remove-search', id })
  const row = await db.selectFrom('saved_searches').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'Hers', looked_at: new Date('2026-01-01') })
})

test('the list offers members to save the filters, and shows the name of a saved search', async () => {
  await makeDeal()
  const savable = async (query: string, as: typeof ada | null = ada) => {
    const page = await dealList({ request: await requestAs(as, `/deals${query}`), ...context })
    return ('data' in page ? page.data : page).savable
  }
  expect(await savable('')).toBeUndefined()
  expect(await savable('?sort=rating')).toBeUndefined()
  expect(await savable('?open=1', null)).toBeUndefined()
  expect(await savable('?open=1', await makeProfile({ status: 'SUSPENDED' }))).toBeUndefined()
  expect(await savable('?refund=30&open=1&view=list')).toEqual({
    query: savedQuery(parseDealSearch(new URLSearchParams('refund=30&open=1'))),
    proposedName: 'Open now, refund of 30 days or longer',
    isFull: false,
    savedAs: undefined,
  })
  await save('Open', 'open=1')
  expect(await savable('?open=1')).toMatchObject({ savedAs: 'Open' })
})

const showPage = async () => {
  const html = await renderPage(ada, { pattern: PATH, path: PATH, routes: [following] })
  return html.slice(html.indexOf('id="searches"'), html.indexOf('then &quot;Save this search&quot;'))
}
const findSaved = (id: string) =>
  db.selectFrom('saved_searches').select(['tells', 'timeouts']).where('id', '=', id).executeTakeFirstOrThrow()

test('a search tells about new matches until its switch is pressed, and again after the next press', async () => {
  await save('Team', 'q=team')
  const id = (await list())[0]!.id
  expect(wordsOf(await showPage())).toContain('1 of 25')
  expect(await showPage()).toMatch(/<button name="tells" value="off" role="switch" aria-checked="true"/)
  const off = (await send({ intent: 'search-tells', id, tells: 'off' })) as Response
  expect(toastOf(off)).toMatchObject({ title: 'You see new matches only here', text: 'Team' })
  expect(await showPage()).toMatch(/<button name="tells" value="on" role="switch" aria-checked="false"/)
  expect(wordsOf(await showPage())).toContain('You see new matches only here.')
  const on = (await send({ intent: 'search-tells', id, tells: 'on' })) as Response
  expect(toastOf(on)).toMatchObject({ title: "You'll hear about new matches" })
  expect(await findSaved(id)).toMatchObject({ tells: true })
})

test('a search that was stopped says why, and can be tried again', async () => {
  await save('Team', 'q=team')
  const id = (await list())[0]!.id
  await db.updateTable('saved_searches').set({ tells: false, timeouts: 5 }).execute()
  const page = wordsOf(await showPage())
  expect(page).toContain('This search timed out 5 times in a row, so we stopped checking it. Narrow it , or try again.')
  expect(page).toContain('Try again about new matches of Team')
  await send({ intent: 'search-tells', id, tells: 'on' })
  expect(await findSaved(id)).toEqual({ tells: true, timeouts: 0 })
})

test("a press for another value, no search, or another person's changes nothing", async () => {
  const grace = await makeProfile()
  await save('Hers', 'q=team', grace)
  const id = (await list(grace))[0]!.id
  const statusOf = async (form: Record<string, string>) =>
    ((await send({ intent: 'search-tells', ...form })) as Response).status
  expect(await statusOf({ id, tells: 'off' })).toBe(404)
  expect(await statusOf({ id: 'x', tells: 'off' })).toBe(404)
  expect(await statusOf({ id, tells: 'maybe' })).toBe(400)
  expect(await findSaved(id)).toMatchObject({ tells: true })
})

describe('the link in the mail about a search', () => {
  const token = (of = ada) => unsubscribeToken(of.id)
  const pageOf = async (token: string, search: string, form?: Record<string, string>) => {
    const path = `/unsubscribe/${token}?search=${search}`
    return wordsOf(await renderPage(null, { pattern: '/unsubscribe/:token', path, routes: [unsubscribe], form }))
  }

  test('asks first, and its button stops only this search', async () => {
    await save('Team', 'q=team')
    await save('Notes', 'q=notes')
    const { id } = (await list()).find(({ name }) => name === 'Team')!
    expect(await pageOf(token(), id)).toContain('Stop for this search?')
    expect(await findSaved(id)).toMatchObject({ tells: true })
    expect(await pageOf(token(), id, {})).toContain('We no longer tell you about this search')
    expect((await list()).filter(({ tells }) => tells).map(({ name }) => name)).toEqual(['Notes'])
    const { mail_rhythm } = await db
      .selectFrom('profiles')
      .select('mail_rhythm')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(mail_rhythm).not.toBe('NEVER')
  })

  test("does not work for another person's search, a removed one, or with another token", async () => {
    const grace = await makeProfile()
    await save('Hers', 'q=team', grace)
    const id = (await list(grace))[0]!.id
    for (const [of, search] of [
      [token(), id],
      [token(grace), ada.id],
      [token(grace), ''],
      [token(grace), 'x'],
      ['4be91c', id],
    ] as const) {
      expect(await pageOf(of, search)).toContain('This link does not work')
      expect(await pageOf(of, search, {})).toContain('This link does not work')
    }
    expect(await findSaved(id)).toMatchObject({ tells: true })
    expect(await db.selectFrom('profiles').select('id').where('mail_rhythm', '=', 'NEVER').execute()).toEqual([])
  })
})
