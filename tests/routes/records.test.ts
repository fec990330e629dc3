import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as category from '~/routes/admin.categories.$id/route'
import * as program from '~/routes/admin.links.$id/route'
import * as platform from '~/routes/admin.platforms.$id/route'
import * as seo from '~/routes/admin.seo.$id/route'
import * as vendor from '~/routes/admin.vendors.$id/route'
import { makeCategory, makeDeal, makePlatform, makeProfile, makeVendor } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { makeSeoEntry } from '../staff-factories'

type Made = { id: string; form: Record<string, string> }
type Kind = {
  route: Omit<RouteModule, 'action'> & { action(args: never): Promise<unknown> }
  table: 'platforms' | 'categories' | 'seo_metadata' | 'link_programs' | 'vendors'
  path: string
  make(): Promise<Made>
  /** The field that is edited, and its label. */
  field: [name: string, label: string]
  /** Values that are rejected, by field, with the error. */
  wrong: [field: string, value: string, error: string][]
}

const TOO_LONG = 'x'.repeat(3_000)
const SCRIPT = 'javascript:alert(1)'
const NO_ADDRESS = 'must be a full web address, such as https://vendor.example/deal.'

const KINDS: Record<string, Kind> = {
  Platform: {
    route: platform,
    table: 'platforms',
    path: '/admin/platforms',
    async make() {
      const { id, name, slug } = await makePlatform()
      return { id, form: { name, slug } }
    },
    field: ['buyer_protection', 'Buyer protection'],
    wrong: [
      ['name', '', 'Name is required.'],
      ['name', TOO_LONG, 'Name can have at most 100 characters, not 3000.'],
      ['slug', 'new', 'Slug cannot be "new".'],
      ['website_url', SCRIPT, `Website URL ${NO_ADDRESS}`],
      ['refund_days', 'some', 'Refund days must be a whole number from 0 to 3650.'],
      ['refund_from', 'SOMEDAY', 'Refund counts from must be one of PURCHASE'],
      ['buyer_protection', TOO_LONG, 'Buyer protection can have at most 200 characters, not 3000.'],
    ],
  },
  Category: {
    route: category,
    table: 'categories',
    path: '/admin/categories',
    async make() {
      const { id, name, slug } = await makeCategory()
      return { id, form: { name, slug } }
    },
    field: ['description', 'Description'],
    wrong: [
      ['name', '', 'Name is required.'],
      ['slug', 'A b', 'Slug can contain only lowercase letters, digits and single hyphens between them.'],
      ['parent_slug', 'gone', 'This category no longer exists.'],
      ['description', TOO_LONG, 'Description can have at most 1000 characters, not 3000.'],
    ],
  },
  Entry: {
    route: seo,
    table: 'seo_metadata',
    path: '/admin/seo',
    async make() {
      const { id: entity_id, slug } = await makeDeal()
      const { id } = await makeSeoEntry({ entity_type: 'DEAL', entity_id, meta_title: 'Bought once' })
      return { id, form: { entity_type: 'DEAL', entity: slug, meta_title: 'Bought once' } }
    },
    field: ['og_title', 'Title when shared'],
    wrong: [
      ['entity_type', 'USER', 'Choose a type of page.'],
      ['entity', 'no-such-deal', 'There is no deal with this slug.'],
      ['meta_title', '', 'Fill in at least one of the five texts.'],
      ['meta_description', TOO_LONG, 'Description can have at most 500 characters, not 3000.'],
      ['og_image_url', SCRIPT, `Image when shared ${NO_ADDRESS}`],
    ],
  },
  Program: {
    route: program,
    table: 'link_programs',
    path: '/admin/links',
    async make() {
      const form = { name: 'Partners', host: 'net.example', template: '?ref=1' }
      const { id } = await db.insertInto('link_programs').values(form).returning('id').executeTakeFirstOrThrow()
      return { id, form: { ...form, kind: 'host', is_active: 'on' } }
    },
    field: ['note', 'Note (staff only)'],
    wrong: [
      ['name', TOO_LONG, 'Name can have at most 100 characters, not 3000.'],
      ['host', 'localhost', 'Host or domain must be the name of a host, such as dealmint.com.'],
      ['template', 'ftp://net.example/', 'A template begins with ?, as in ?ref=me, or with https://'],
      ['note', TOO_LONG, 'Note can have at most 200 characters, not 3000.'],
    ],
  },
  Vendor: {
    route: vendor,
    table: 'vendors',
    path: '/admin/vendors',
    async make() {
      const { id, name, slug } = await makeVendor()
      return { id, form: { name, slug, status: 'UNKNOWN' } }
    },
    field: ['note', 'Note'],
    wrong: [
      ['name', TOO_LONG, 'Name can have at most 200 characters, not 3000.'],
      ['website_url', SCRIPT, `Website ${NO_ADDRESS}`],
      ['status', 'MERGED', 'Choose a status.'],
      ['status', 'ACQUIRED', 'Since is required.'],
      ['status_on', '2999-01-01', 'Since cannot be in the future.'],
      ['note', TOO_LONG, 'Note can have at most 2000 characters, not 3000.'],
    ],
  },
}

const all = Object.entries(KINDS)
const makeStaff = (name: string) => makeProfile({ role: 'ADMIN', name })
const pageOf = ({ route, path }: Kind, id: string) => ({
  pattern: `${path}/:id`,
  path: `${path}/${id}`,
  routes: [route],
})

async function send({ route, path }: Kind, as: { id: string }, id: string, form: Record<string, string>) {
  const request = await requestAs(as, `${path}/${id}`, form)
  return answer(route.action({ request, params: { id }, context: {} } as never))
}

test.each(all)(
  'the second of two savers of a %s reads what the first saved, and can replace it',
  async (noun, kind) => {
    const [ada, grace] = [await makeStaff('Ada'), await makeStaff('Grace')]
    const { id, form } = await kind.make()
    const [field, label] = kind.field
    const first = (await send(kind, ada, id, { ...form, version: '1', [field]: 'Theirs' })) as Response
    expect(toastOf(first)).toEqual({ tone: 'success', title: `${noun} updated` })

    const late = { ...form, version: '1', [field]: 'Mine' }
    const html = await renderPage(grace, { ...pageOf(kind, id), form: late })
    expect(wordsOf(html)).toContain(`Ada saved this ${noun.toLowerCase()} while you were editing it`)
    expect(wordsOf(html)).toContain(`${label} Mine Theirs`)
    expect(html).toMatch(/name="version" value="2"/)
    const stored = () =>
      db
        .selectFrom(kind.table)
        .select(field as never)
        .where('id', '=', id)
        .executeTakeFirst()
    expect(await stored()).toEqual({ [field]: 'Theirs' })

    expect(await send(kind, grace, id, { ...late, version: '2' })).toMatchObject({ status: 303 })
    // The same form again, as a double click sends it.
    expect(await send(kind, grace, id, { ...late, version: '2' })).toMatchObject({ status: 303 })
    expect(await stored()).toEqual({ [field]: 'Mine' })
  },
)

const wrong = all.flatMap(([noun, kind]) => kind.wrong.map((one) => [noun, ...one] as const))
test.each(wrong)(
  'a %s whose %s is %.20j comes back with "%s" and what was typed',
  async (noun, field, value, error) => {
    const kind = KINDS[noun]!
    const { id, form } = await kind.make()
    const page = { ...pageOf(kind, id), form: { ...form, version: '1', [field]: value } }
    const html = await renderPage(await makeStaff('Ada'), page)
    expect(wordsOf(html)).toContain(error)
    const [name] = kind.field
    expect(html).toContain(`name="${name}"`)
    const version = await db.selectFrom(kind.table).select('version').where('id', '=', id).executeTakeFirst()
    expect(version).toEqual({ version: 1 })
  },
)

test.each(all)('a %s that was deleted meanwhile answers 404 to its form', async (_noun, kind) => {
  const [ada, { id, form }] = [await makeStaff('Ada'), await kind.make()]
  await db.deleteFrom(kind.table).where('id', '=', id).execute()
  expect(await send(kind, ada, id, { ...form, version: '1' })).toMatchObject({ status: 404 })
})

test.each(all)('a member cannot save a %s', async (_noun, kind) => {
  const [member, { id, form }] = [await makeProfile(), await kind.make()]
  const [field] = kind.field
  expect(await send(kind, member, id, { ...form, version: '1', [field]: 'Mine' })).toMatchObject({ status: 403 })
})
