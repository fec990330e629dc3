import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import * as managed from '~/routes/admin.deals._index/route'
import * as editor from '~/routes/admin.deals.$id/route'
import * as deletion from '~/routes/admin.deals.$id_.delete/route'
import { action as create } from '~/routes/admin.deals.new/route'
import { loader as shownDeal } from '~/routes/deals.$slug/route'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const { loader: list } = managed
const { action: edit } = editor
const { action: remove } = deletion

type Form = Record<string, string>
type Handler = (args: never) => Promise<unknown>

async function ask(handler: Handler, profile: { id: string } | null, path: string, form?: Form, params = {}) {
  const request = await requestAs(profile, path, form)
  const answered = await answer(handler({ request, params, context: {} } as never))
  if (answered instanceof Response) return { status: answered.status, to: answered.headers.get('Location'), data: null }
  const { data = answered, init } = answered as { data?: unknown; init?: { status?: number } }
  return { status: init?.status ?? 200, to: null, data: data as Record<string, never> }
}

async function makeForm(given: Form = {}): Promise<Form> {
  return {
    title: 'Quillstack',
    vendor_name: 'Northpane',
    category_id: (await makeCategory()).id,
    platform_id: (await makePlatform()).id,
    deal_price: '59',
    start_date: '2026-01-01',
    cta_url: 'https://vendor.example/lifetime',
    ...given,
  }
}

const editDeal = (profile: { id: string }, id: string, form: Form, search = '') =>
  ask(edit, profile, `/admin/deals/${id}${search}`, form, { id })

describe('the deal form', () => {
  test('the deal form creates a deal and redirects to the filtered list', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const id = crypto.randomUUID()
    const form = await makeForm({
      id,
      title: 'Ledger Mill',
      published: 'on',
      'pros_cons[0].type': 'PRO',
      'pros_cons[0].text': 'Fast',
    })
    expect(await ask(create, manager, '/admin/deals/new?q=mill&page=2', form)).toMatchObject({
      status: 303,
      to: '/admin/deals?q=mill&page=2',
    })
    expect(await findDealToEdit(id)).toMatchObject({
      slug: 'ledger-mill',
      deal_price: '59.00',
      published: true,
      pros_cons: [{ type: 'PRO', text: 'Fast' }],
    })
  })

  test('the deal form returns all errors and submitted values', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const form = await makeForm({
      id: crypto.randomUUID(),
      title: '',
      cta_url: 'northpane/quillstack',
      end_date: '2025-01-01',
      'faqs[0].question': 'Why?',
      'faqs[0].answer': '',
    })
    const { status, data } = await ask(create, manager, '/admin/deals/new', form)
    expect(status).toBe(400)
    expect(data).toMatchObject({
      initialValue: { vendor_name: 'Northpane', cta_url: 'northpane/quillstack', faqs: [{ question: 'Why?' }] },
      error: {
        title: ['Title is required.'],
        cta_url: [expect.stringContaining('must be a full web address')],
        end_date: ['End date cannot be before the start date.'],
        'faqs[0].answer': ['Question 1 needs an answer.'],
      },
    })
  })

  test('the deal form reports a taken slug or deleted category at its field', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const { slug } = await makeDeal()
    const id = crypto.randomUUID()
    const taken = await ask(create, manager, '/admin/deals/new', await makeForm({ id, slug }))
    expect(taken).toMatchObject({
      status: 400,
      data: { error: { slug: ['Slug is taken by another deal.'] } },
    })
    const reserved = await ask(create, manager, '/admin/deals/new', await makeForm({ id, slug: 'new' }))
    expect(reserved).toMatchObject({ status: 400, data: { error: { slug: ['Slug cannot be "new".'] } } })
    const gone = await ask(create, manager, '/admin/deals/new', await makeForm({ id, category_id: id }))
    expect(gone).toMatchObject({ status: 400, data: { error: { category_id: [expect.any(String)] } } })
  })

  test("the deal form's list buttons add, move and remove rows without saving", async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const deal = await makeDeal()
    const form = { title: 'Half typed', 'faqs[0].question': 'First?', 'faqs[1].question': 'Second?' }
    const press = async (type: string, payload: object) => {
      const __intent__ = JSON.stringify({ type, payload: { name: 'faqs', ...payload } })
      const { status, data } = await editDeal(manager, deal.id, { ...form, __intent__ })
      expect(status).toBe(200)
      return (data as never as { initialValue: { faqs: unknown[]; title: string } }).initialValue
    }
    expect(await press('insert', { defaultValue: {} })).toMatchObject({ title: 'Half typed', faqs: { length: 3 } })
    expect(await press('reorder', { from: 1, to: 0 })).toMatchObject({
      faqs: [{ question: 'Second?' }, { question: 'First?' }],
    })
    expect(await press('remove', { index: 0 })).toMatchObject({ faqs: [{ question: 'Second?' }] })
    expect(await findDealToEdit(deal.id)).toMatchObject({ title: deal.title, version: 1 })
  })

  test('the deal form shows both versions after a conflict and then saves on purpose', async () => {
    const [ada, grace] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN', name: 'Grace' })]
    const deal = await makeDeal({ title: 'Before', deal_price: '59.00' })
    const form = await makeForm({
      title: 'Before',
      slug: deal.slug,
      version: '1',
      published: 'on',
      category_id: deal.category_id,
      platform_id: deal.platform_id,
    })
    expect(await editDeal(grace, deal.id, { ...form, title: 'Theirs' })).toMatchObject({ status: 303 })

    const late = await editDeal(ada, deal.id, { ...form, deal_price: '49' })
    expect(late).toMatchObject({
      status: 409,
      data: {
        initialValue: { deal_price: '49', title: 'Before' },
        conflict: {
          by: 'Grace',
          version: 2,
          fields: [
            { label: 'Title', yours: 'Before', theirs: 'Theirs' },
            { label: 'Deal price', yours: '49.00', theirs: '59.00' },
          ],
        },
      },
    })
    expect(await findDealToEdit(deal.id)).toMatchObject({ title: 'Theirs', deal_price: '59.00' })
    await editDeal(ada, deal.id, { ...form, deal_price: '49', version: '2' })
    expect(await findDealToEdit(deal.id)).toMatchObject({ title: 'Before', deal_price: '49.00', version: 3 })
  })

  test('the deal form answers 404 for an unknown deal', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const form = await makeForm({ version: '1' })
    for (const id of [crypto.randomUUID(), '1', '99999999999999999999']) {
      expect(await editDeal(manager, id, form)).toMatchObject({ status: 404 })
    }
  })
})

describe('the staff deal list', () => {
  test('the staff deal list redirects to a URL without empty filters and to the last page', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    await makeDeal({ title: 'Only Hit Xylograph' })
    const idle = await ask(list, manager, '/admin/deals?q=xylograph&status=&published=')
    expect(idle).toMatchObject({ status: 302, to: '/admin/deals?q=xylograph' })
    const beyond = await ask(list, manager, '/admin/deals?q=xylograph&page=7')
    expect(beyond).toMatchObject({ status: 302, to: '/admin/deals?q=xylograph' })
  })
})

test('managers cannot delete a deal, and admins can delete it once', async () => {
  const [manager, admin] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN' })]
  const { id } = await makeDeal()
  const path = `/admin/deals/${id}/delete`
  expect(await ask(remove, manager, path, {}, { id })).toMatchObject({ status: 403 })
  expect(await findDealToEdit(id)).toBeDefined()
  expect(await ask(remove, admin, path, {}, { id })).toMatchObject({ status: 303, to: '/admin/deals' })
  expect(await ask(remove, admin, path, {}, { id })).toMatchObject({ status: 404 })
  expect(await ask(remove, admin, '/admin/deals/1/delete', {}, { id: '1' })).toMatchObject({ status: 404 })
  const { count } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('the deal list and the editor offer to delete a deal to admins only', async () => {
  const { id, title } = await makeDeal()
  for (const [role, offers] of [
    ['MANAGER', false],
    ['ADMIN', true],
  ] as const) {
    const profile = await makeProfile({ role })
    const list = { pattern: '/admin/deals', path: '/admin/deals', routes: [managed] }
    const html = await renderPage(profile, list)
    expect(html.includes(`Delete ${title}`), role).toBe(offers)
    // The bar for the selected deals.
    expect(html, role).toContain('value="set-category"')
    expect(html.includes('value="delete"'), role).toBe(offers)
    const form = { pattern: '/admin/deals/:id', path: `/admin/deals/${id}`, routes: [editor] }
    expect((await renderPage(profile, form)).includes(`href="/admin/deals/${id}/delete"`), role).toBe(offers)
  }
})

test('the page that asks before a deletion names the deal', async () => {
  const { id, title } = await makeDeal()
  const page = { pattern: '/admin/deals/:id/delete', path: `/admin/deals/${id}/delete`, routes: [deletion] }
  const html = await renderPage(await makeProfile({ role: 'ADMIN' }), page)
  expect(wordsOf(/<h1.*?<\/h1>/.exec(html)?.[0] ?? '')).toBe(`Delete ${title}`)
  expect(wordsOf(html)).toContain('Are you sure you want to delete this deal?')
})

test('a draft is shown to staff, unindexed, and answers 404 to everyone else', async () => {
  const { slug } = await makeDeal({ published: false })
  const open = async (profile: { id: string } | null) => ask(shownDeal, profile, `/deals/${slug}`, undefined, { slug })
  expect(await open(await makeProfile({ role: 'MANAGER' }))).toMatchObject({
    status: 200,
    data: { deal: { slug, published: false }, head: { isIndexed: false }, structured: [] },
  })
  expect(await open(await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })).catch((thrown) => thrown)).toMatchObject(
    { init: { status: 404 } },
  )
  expect(await open(null).catch((thrown) => thrown)).toMatchObject({ init: { status: 404 } })
})
