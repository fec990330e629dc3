import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { SEO_ENTRY } from '~/features/audience/seo/seo-record.server'
import { CATEGORY } from '~/features/catalog/categories/category-record.server'
import { PLATFORM } from '~/features/catalog/platforms/platform-record.server'
import { PRODUCT } from '~/features/catalog/products/product-record.server'
import { PAGE } from '~/features/site/pages/manage-pages.server'
import { SITE } from '~/features/site/settings/manage-site.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import { PROGRAM } from '~/features/staff/link-programs/manage-programs.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import type { MergeKindName } from '~/features/staff/merging/merging'
import type { FieldSpec, FieldTable } from '~/http/field-table'
import * as category from '~/routes/admin.categories.$id/route'
import * as program from '~/routes/admin.links.$id/route'
import * as page from '~/routes/admin.pages.$slug/route'
import * as platform from '~/routes/admin.platforms.$id/route'
import * as product from '~/routes/admin.products.$id/route'
import * as seo from '~/routes/admin.seo.$id/route'
import * as site from '~/routes/admin.site/route'
import * as vendor from '~/routes/admin.vendors.$id/route'
import { makeCategory, makeDeal, makePlatform, makeProduct, makeProfile, makeVendor } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { makeSeoEntry } from '../staff-factories'

type Form = Record<string, string>
type Made = { id: string; form: Form }
type Wrong = [field: string, value: string | ((made: Made) => string), error: string]
type Kind = {
  /** In the notice of a conflict. */
  noun: string
  kind: { entity: string; fields: FieldTable }
  route: Omit<RouteModule, 'action'> & { action(args: never): Promise<unknown> }
  table: keyof DB
  /** The column of its id, and the parameter of its address, if not `id`. */
  key?: 'id' | 'slug'
  path: string
  /** Only admins may save it. */
  isForAdmins?: true
  /** The toast after saving. */
  saved: string
  make(): Promise<Made>
  /** The field that both of two people change. */
  field: string
  /** What is rejected besides a wrong value of each field, or with another error than that of the field's kind. */
  wrong?: Wrong[]
  /** The fields that accept any value. */
  free?: string[]
  /** What another record cannot have too. A new record is sent, or for a kind without new ones, another one. */
  taken?: [field: string, other: Form, error: string][]
  /** Makes something that prevents the deletion, and returns how it is named. */
  use?(id: string): Promise<string>
  merge?: MergeKindName
}

const LONG = 'x'.repeat(60_000)
const SCRIPT = 'javascript:alert(1)'

const KINDS: Record<string, Kind> = {
  platform: {
    noun: 'platform',
    kind: PLATFORM,
    route: platform,
    table: 'platforms',
    path: '/admin/platforms',
    saved: 'Platform updated',
    async make() {
      const { id, name, slug } = await makePlatform()
      return { id, form: { name, slug } }
    },
    field: 'buyer_protection',
    wrong: [
      ['name', '', 'Name is required.'],
      ['slug', 'new', 'Slug cannot be "new".'],
      ['refund_days', '-1', 'Refund days must be a whole number from 0 to 3650.'],
    ],
    taken: [
      ['name', { slug: 'other' }, 'Another platform has this name.'],
      ['slug', { name: 'Other' }, 'Another platform has the slug '],
    ],
    async use(platform_id) {
      await makeDeal({ platform_id })
      return '1 deal belongs here'
    },
  },
  category: {
    noun: 'category',
    kind: CATEGORY,
    route: category,
    table: 'categories',
    path: '/admin/categories',
    saved: 'Category updated',
    async make() {
      const { id, name, slug } = await makeCategory()
      return { id, form: { name, slug } }
    },
    field: 'description',
    wrong: [
      ['name', '', 'Name is required.'],
      ['parent_slug', 'gone', 'This category no longer exists.'],
      ['parent_slug', ({ form }) => form.slug!, 'A category cannot be its own parent.'],
    ],
    taken: [
      ['name', { slug: 'other' }, 'Another category has this name.'],
      ['slug', { name: 'Other' }, 'Another category has the slug '],
    ],
    async use(id) {
      await makeCategory({ parent_id: id })
      await makeDeal({ category_id: id, published: false })
      return '1 deal and 1 subcategory belong here'
    },
    merge: 'category',
  },
  'SEO entry': {
    noun: 'entry',
    kind: SEO_ENTRY,
    route: seo,
    table: 'seo_metadata',
    path: '/admin/seo',
    saved: 'Entry updated',
    async make() {
      const { id: entity_id, slug } = await makeDeal()
      const { id } = await makeSeoEntry({ entity_type: 'DEAL', entity_id, meta_title: 'Bought once' })
      return { id, form: { entity_type: 'DEAL', entity: slug, meta_title: 'Bought once' } }
    },
    field: 'og_title',
    wrong: [
      ['entity_type', 'USER', 'Choose a type of page.'],
      ['entity', LONG, 'Slug or path can have at most 200 characters.'],
      ['entity', 'a b', 'Slug or path can contain only lowercase letters, digits, hyphens and slashes.'],
      ['entity', 'no-such-deal', 'There is no deal with this slug.'],
      ['meta_title', '', 'Fill in at least one of the five texts.'],
    ],
    taken: [['entity', {}, 'There is already an entry for this page. Edit that one.']],
  },
  program: {
    noun: 'program',
    kind: PROGRAM,
    route: program,
    table: 'link_programs',
    path: '/admin/links',
    isForAdmins: true,
    saved: 'Program updated',
    async make() {
      const form = { name: 'Partners', host: 'net.example', template: '?ref=1' }
      const { id } = await db.insertInto('link_programs').values(form).returning('id').executeTakeFirstOrThrow()
      return { id, form: { ...form, kind: 'host', is_active: 'on' } }
    },
    field: 'note',
    wrong: [
      ['host', 'localhost', 'Host or domain must be the name of a host, such as dealmint.com.'],
      ['template', LONG, 'Template can have at most 1,000 characters.'],
      ['note', LONG, 'Note can have at most 200 characters, not 60000.'],
      ['template', 'ftp://net.example/', 'A template begins with ?, as in ?ref=me, or with https://'],
    ],
    // It does not count while the program is for a host.
    free: ['platform_id'],
    taken: [['host', {}, 'Another program is for this host.']],
  },
  vendor: {
    noun: 'vendor',
    kind: VENDOR,
    route: vendor,
    table: 'vendors',
    path: '/admin/vendors',
    saved: 'Vendor updated',
    async make() {
      const { id, name, slug } = await makeVendor()
      return { id, form: { name, slug, status: 'UNKNOWN' } }
    },
    field: 'note',
    wrong: [
      ['status', 'MERGED', 'Choose a status.'],
      ['status_on', '2999-01-01', 'Since cannot be in the future.'],
      ['affects_owners', 'SOME', 'Choose an answer from the list.'],
    ],
    taken: [
      ['name', { slug: 'other' }, 'This is a name of another vendor, '],
      ['slug', { name: 'Other' }, 'Another vendor has the slug '],
    ],
    merge: 'vendor',
  },
  product: {
    noun: 'product',
    kind: PRODUCT,
    route: product,
    table: 'products',
    path: '/admin/products',
    saved: 'Product updated',
    async make() {
      const { id, name } = await makeProduct()
      return { id, form: { name } }
    },
    field: 'website_url',
    wrong: [['name', ' ', 'Name is required.']],
    merge: 'product',
  },
  page: {
    noun: 'page',
    kind: PAGE,
    route: page,
    table: 'pages',
    key: 'slug',
    path: '/admin/pages',
    isForAdmins: true,
    saved: 'Press published',
    async make() {
      const form = { slug: 'press', title: 'Press', body: 'Our logo.' }
      await db.insertInto('pages').values(form).execute()
      return { id: 'press', form }
    },
    field: 'body',
    wrong: [
      ['title', ' ', 'Title is required.'],
      ['body', LONG, '50,000 characters are the most.'],
      ['body', '', 'Body is required.'],
      ['body_after', LONG, '50,000 characters are the most.'],
    ],
    // Any other value is none.
    free: ['footer_group'],
    taken: [['slug', {}, 'There is already a page with this URL.']],
  },
  site: {
    noun: 'page',
    kind: SITE,
    route: site,
    table: 'site_settings',
    path: '/admin/site',
    isForAdmins: true,
    saved: 'Site updated',
    async make() {
      const { id } = await db.insertInto('site_settings').defaultValues().returning('id').executeTakeFirstOrThrow()
      return { id: String(id), form: {} }
    },
    field: 'name',
    wrong: [
      ['name', 'Deals\r\nBcc: all@example.com', 'Name must be on one line.'],
      ['links[0].url', SCRIPT, 'Link 1 must be a full web address, such as https://vendor.example/deal.'],
    ],
  },
}

/** A value that a field of this kind rejects, with the error. */
function wrongValue({ kind, label, max }: FieldSpec): [value: string, error: string] | undefined {
  switch (kind) {
    case 'line':
    case 'text':
      return [LONG, `${label} can have at most ${max} characters, not ${LONG.length}.`]
    case 'url':
      return [SCRIPT, `${label} must be a full web address, such as https://vendor.example/deal.`]
    case 'slug':
      return ['A b', `${label} can contain only lowercase letters, digits and single hyphens between them.`]
    case 'number':
      return ['some', `${label} must be a whole number from 0 to ${max}.`]
    case 'date':
      return ['2026-02-30', `${label} must be a real date written as YYYY-MM-DD, such as 2026-01-31.`]
    case 'choice':
      return ['SOMEDAY', `${label} must be one of `]
    case 'email':
      return ['someone', `${label} must be an email address, such as hello@example.com.`]
    default:
      return undefined
  }
}

/** Each field of a kind with a wrong value, unless the kind says what is wrong with it. */
function wrongOf({ kind, wrong = [], free = [] }: Kind): Wrong[] {
  const own = new Set(wrong.map(([field, , error]) => (error.endsWith('is required.') ? '' : field)))
  const fields = Object.entries(kind.fields).flatMap(([field, spec]): Wrong[] => {
    const found = own.has(field) || free.includes(field) ? undefined : wrongValue(spec)
    return found ? [[field, ...found]] : []
  })
  return [...fields, ...wrong]
}

const all = Object.entries(KINDS)
const having = (what: keyof Kind) => all.filter(([, kind]) => kind[what] !== undefined)
const makeAdmin = (name = 'Ada') => makeProfile({ role: 'ADMIN', name })

async function send({ route, path, key = 'id' }: Kind, as: { id: string }, id: string, form: Form) {
  const request = await requestAs(as, path === '/admin/site' ? path : `${path}/${id}`, form)
  const sent = await answer(route.action({ request, params: { [key]: id }, context: {} } as never))
  return sent as Response & { data: Record<string, never>; init: { status?: number } }
}

async function stored({ table, key = 'id' }: Kind, id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(`${key}`)}::text = ${id}`.execute(db)
  return rows[0]
}

test.each(all)('the second of two savers of a %s reads what the first saved, and can replace it', async (_, kind) => {
  const [ada, grace] = [await makeAdmin(), await makeAdmin('Grace')]
  const { id, form } = await kind.make()
  const { field, noun, path, key = 'id' } = kind
  const { label } = kind.kind.fields[field]!
  const [theirs, mine] = label === 'Website' ? ['https://a.example/', 'https://b.example/'] : ['Theirs', 'Mine']
  const first = await send(kind, ada, id, { ...form, version: '1', [field]: theirs })
  expect(toastOf(first)).toEqual({ tone: 'success', title: kind.saved })

  const late = { ...form, version: '1', [field]: mine }
  const address = path === '/admin/site' ? [path, path] : [`${path}/:${key}`, `${path}/${id}`]
  const html = await renderPage(grace, { pattern: address[0]!, path: address[1]!, routes: [kind.route], form: late })
  expect(wordsOf(html)).toContain(`Ada saved this ${noun} while you were editing it`)
  expect(wordsOf(html)).toContain(`${label} ${mine} ${theirs}`)
  expect(html).toMatch(/name="version" value="2"/)
  expect(await send(kind, grace, id, late)).toMatchObject({ init: { status: 409 }, data: { initialValue: late } })
  expect(await stored(kind, id)).toMatchObject({ [field]: theirs, version: 2 })

  expect(await send(kind, grace, id, { ...late, version: '2' })).toMatchObject({ status: 303 })
  // The same form again, as a double click sends it.
  expect(await send(kind, grace, id, { ...late, version: '2' })).toMatchObject({ status: 303 })
  expect(await stored(kind, id)).toMatchObject({ [field]: mine, version: 3 })
})

const wrong = all.flatMap(([noun, kind]) =>
  wrongOf(kind).map(([field, value, error]) => [noun, field, error, value] as const),
)
test.each(wrong)('a %s with a wrong %s comes back with "%s" and what was typed', async (noun, field, error, value) => {
  const kind = KINDS[noun]!
  const { id, form } = await kind.make()
  const typed = typeof value === 'string' ? value : value({ id, form })
  const sent = await send(kind, await makeAdmin(), id, { ...form, version: '1', [field]: typed })
  expect(sent.init.status).toBe(400)
  expect(sent.data.error).toMatchObject({ [field]: [expect.stringContaining(error)] })
  // Empty fields are left out.
  const [name] = /^\w+/.exec(field)!
  if (typed) expect(JSON.stringify(sent.data.initialValue?.[name!])).toContain(JSON.stringify(typed).slice(1, -1))
  expect(await stored(kind, id)).toMatchObject({ version: 1 })
})

const taken = having('taken').flatMap(([noun, kind]) => kind.taken!.map((one) => [noun, ...one] as const))
test.each(taken)('a %s cannot have the %s of another one, in any case', async (noun, field, other, error) => {
  const kind = KINDS[noun]!
  const { form } = await kind.make()
  const given = field === 'name' ? { ...form, name: form.name!.toUpperCase() } : form
  const id = noun === 'vendor' ? (await kind.make()).id : 'new'
  const sent = await send(kind, await makeAdmin(), id, { ...given, ...other, version: '1' })
  expect(sent).toMatchObject({ init: { status: 400 }, data: { error: { [field]: [expect.stringContaining(error)] } } })
})

const deletable = all.filter(([, { kind, key }]) => 'remove' in kind && !key)
test.each(deletable)('a %s is deleted once nothing depends on it, with its SEO entry', async (_, kind) => {
  const [ada, { id }] = [await makeAdmin(), await kind.make()]
  const remove = () => send(kind, ada, id, { intent: 'delete' })
  const dependents = await kind.use?.(id)
  if (dependents) {
    expect(await remove()).toMatchObject({
      init: { status: 409 },
      data: { error: { '': [`This cannot be deleted: ${dependents}.`] } },
    })
    await db.deleteFrom('deals').execute()
    await db.deleteFrom('categories').where('parent_id', '=', id).execute()
  }
  const type = ({ categories: 'CATEGORY', platforms: 'PLATFORM' } as const)[kind.table as 'categories']
  if (type) await makeSeoEntry({ entity_type: type, entity_id: id })
  const noun = `${kind.noun[0]!.toUpperCase()}${kind.noun.slice(1)}`
  expect(toastOf(await remove())).toEqual({ tone: 'success', title: `${noun} deleted` })
  expect(await stored(kind, id)).toBeUndefined()
  expect(await db.selectFrom('seo_metadata').select('id').execute()).toEqual([])
  expect((await remove()).status).toBe(404)
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action', 'entity_id']).execute()
  expect(entries).toEqual([{ actor_id: ada.id, action: `${kind.kind.entity}.deleted`, entity_id: id }])
})

test.each(having('merge'))('a %s that was merged meanwhile answers 404 to its form', async (_, kind) => {
  const [ada, { id, form }, into] = [await makeAdmin(), await kind.make(), await kind.make()]
  expect(await mergeRecords(ada, kind.merge!, id, into.id)).toEqual({ outcome: 'merged' })
  expect((await send(kind, ada, id, { ...form, version: '1' })).status).toBe(404)
})

const removable = all.filter(([noun]) => noun !== 'site')
test.each(removable)('a %s that was deleted meanwhile answers 404 to its form', async (_, kind) => {
  const [ada, { id, form }] = [await makeAdmin(), await kind.make()]
  await sql`delete from ${sql.table(kind.table)}`.execute(db)
  expect((await send(kind, ada, id, { ...form, version: '1' })).status).toBe(404)
})

test.each(all)('only those who may save a %s can', async (_, kind) => {
  const outsider = await makeProfile({ role: kind.isForAdmins ? 'MANAGER' : 'USER' })
  const { id, form } = await kind.make()
  const sent = { ...form, version: '1', [kind.field]: 'Mine' }
  expect((await send(kind, outsider, id, sent)).status).toBe(403)
  expect(await stored(kind, id)).toMatchObject({ version: 1 })
})
