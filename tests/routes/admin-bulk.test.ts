import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { CHOSEN_MAX, rowPath } from '~/features/staff/bulk/bulk'
import { action, loader } from '~/routes/admin.deals.bulk/route'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { answer, requestAs, toastOf } from '../requests'

type Person = { id: string }
type Question = { title: string; deals: { count: number; titles: string[] } }

const open = async (person: Person, query: string) =>
  answer(loader({ request: await requestAs(person, `/admin/deals/bulk?${query}`), params: {}, context: {} }))

async function confirm(person: Person, query: string, { deals }: Question, more: Record<string, string> = {}) {
  const form = { count: String(deals.count), ...more }
  const request = await requestAs(person, `/admin/deals/bulk?${query}`, form)
  return answer(action({ request, params: {}, context: {} }))
}

const published = async () =>
  (await db.selectFrom('deals').select('title').where('published', '=', true).orderBy('title').execute()).map(
    ({ title }) => title,
  )

test('the confirmation of a bulk action shows the number and titles, and redirects to the filtered list', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  const drafts = [
    await makeDeal({ title: 'One', published: false }),
    await makeDeal({ title: 'Two', published: false }),
  ]
  await makeDeal({ title: 'Three', published: false })
  const query = `do=publish&published=no&${drafts.map(({ id }) => `id=${id}`).join('&')}`
  const question = (await open(manager, query)) as unknown as Question
  expect(question).toMatchObject({ title: 'Publish 2 deals?', deals: { count: 2, titles: ['Two', 'One'] } })
  expect(await published()).toEqual([])

  const done = (await confirm(manager, query, question)) as Response
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/admin/deals?published=no'])
  expect(toastOf(done)).toEqual({ tone: 'success', title: '2 deals published' })
  expect(await published()).toEqual(['One', 'Two'])
})

test('confirming a bulk action answers 409 when the search matches another number of deals', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  await makeDeal({ title: 'Xylograph', published: false })
  const query = 'do=publish&all=1&q=xylograph'
  const question = (await open(manager, query)) as unknown as Question
  await makeDeal({ title: 'Xylograph too', published: false })
  expect(await confirm(manager, query, question)).toMatchObject({
    init: { status: 409 },
    data: { error: { '': [expect.stringContaining('The list has changed in the meantime')] } },
  })
  expect(await published()).toEqual([])
})

test('a bulk action needs a known verb, a deal, and a status or category where it sets one', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  const { id } = await makeDeal()
  expect(await open(manager, `do=toString&id=${id}`)).toMatchObject({ status: 400 })
  const empty = (await open(manager, 'do=publish&status=ACTIVE')) as Response
  expect(empty.headers.get('Location')).toBe('/admin/deals?status=ACTIVE')
  expect(toastOf(empty)).toMatchObject({ tone: 'error', title: 'Select at least one deal.' })

  const query = `do=set-category&id=${id}`
  const question = (await open(manager, query)) as unknown as Question
  expect(await confirm(manager, query, question)).toMatchObject({
    init: { status: 400 },
    data: { error: { to_category_id: ['Category is required.'] } },
  })
  const category = await makeCategory()
  expect(await confirm(manager, query, question, { to_category_id: category.id })).toMatchObject({ status: 303 })
  const { category_id } = await db.selectFrom('deals').select('category_id').executeTakeFirstOrThrow()
  expect(category_id).toBe(category.id)
})

test('a manager gets 403 for the page and the action of a bulk deletion', async () => {
  const [manager, admin] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN' })]
  const { id } = await makeDeal()
  const query = `do=delete&id=${id}`
  const question = (await open(admin, query)) as unknown as Question
  expect(await open(manager, query)).toMatchObject({ status: 403 })
  expect(await confirm(manager, query, question)).toMatchObject({ status: 403 })
  expect(await confirm(admin, query, question)).toMatchObject({ status: 303 })
  expect(await db.selectFrom('deals').select('id').execute()).toEqual([])
})

test('the buttons of a row confirm at once, and say what the list cannot know', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const { id, title } = await makeDeal({ published: false })
  const search = { ...DEFAULT_MANAGE_SEARCH, status: 'ACTIVE', page: 2 } as const
  const press = async (verb: 'publish' | 'delete') => {
    const query = rowPath(search, verb, id).split('?')[1]!
    return (await confirm(admin, query, { title, deals: { count: 1, titles: [] } })) as Response
  }
  const done = await press('publish')
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/admin/deals?status=ACTIVE&page=2'])
  expect(toastOf(done)).toMatchObject({ title: '1 deal published' })
  expect(toastOf(await press('publish'))).toMatchObject({
    title: 'No deals published',
    text: '1 was published already.',
  })
  expect(toastOf(await press('delete'))).toMatchObject({ title: 'Deal deleted successfully' })
  expect(await press('delete')).toMatchObject({ init: { status: 409 } })
})

test('a bulk action needs ids that are ids, at most a page of them, and an import that exists', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  await makeDeal({ published: false })
  const none = (await open(manager, 'do=publish&id=1&id=x')) as Response
  expect(toastOf(none)).toMatchObject({ title: 'Select at least one deal.' })
  const many = Array.from({ length: CHOSEN_MAX + 1 }, () => `id=${randomUUID()}`).join('&')
  expect(await open(manager, `do=publish&${many}`)).toMatchObject({ status: 400 })
  const gone = (await open(manager, `do=publish&all=1&import=${randomUUID()}`)) as Response
  expect(toastOf(gone)).toMatchObject({ title: 'No deals match any more.' })
  const query = 'do=set-category&all=1'
  const question = (await open(manager, query)) as unknown as Question
  expect(await confirm(manager, query, question, { to_category_id: randomUUID() })).toMatchObject({
    data: { error: { to_category_id: [expect.stringContaining('no longer exists')] } },
  })
  expect(await published()).toEqual([])
})
