import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeCategory, makeDeal, makePlatform, makeProduct, makeProfile, makeReview, makeVendor } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'
import { type Element, readForm } from '../setup/page-form'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'
import { makeSeoEntry } from '../staff-factories'

type Entry = {
  route: string
  /** Makes the record and returns the path at which it is edited. */
  make(): Promise<string>
  /** A form that makes the record, where no factory does. */
  first?: Record<string, string>
  /** The field that both people change, to these texts. */
  field: string
  texts: [string, string]
}

const NAMES: Entry['texts'] = ['Wickboard', 'Sunmark']
const TEXTS: Entry['texts'] = ['Mended since March.', 'Renewed since April.']

/** Every record that a person edits and that has a version. */
const RECORDS: Record<string, Entry> = {
  'a deal': {
    route: 'admin.deals.$id',
    make: async () => `/admin/deals/${(await makeDeal()).id}`,
    field: 'title',
    texts: NAMES,
  },
  'a product': {
    route: 'admin.products.$id',
    make: async () => `/admin/products/${(await makeProduct()).id}`,
    field: 'name',
    texts: NAMES,
  },
  'a vendor': {
    route: 'admin.vendors.$id',
    make: async () => `/admin/vendors/${(await makeVendor()).id}`,
    field: 'name',
    texts: NAMES,
  },
  'a category': {
    route: 'admin.categories.$id',
    make: async () => `/admin/categories/${(await makeCategory()).id}`,
    field: 'name',
    texts: NAMES,
  },
  'a platform': {
    route: 'admin.platforms.$id',
    make: async () => `/admin/platforms/${(await makePlatform()).id}`,
    field: 'name',
    texts: NAMES,
  },
  'an SEO entry': {
    route: 'admin.seo.$id',
    make: async () =>
      `/admin/seo/${(await makeSeoEntry({ entity_type: 'DEAL', entity_id: (await makeDeal()).id, meta_title: 'A' })).id}`,
    field: 'meta_title',
    texts: NAMES,
  },
  'a page': { route: 'admin.pages.$slug', make: async () => '/admin/pages/about', field: 'body', texts: TEXTS },
  'the settings of the site': { route: 'admin.site', make: async () => '/admin/site', field: 'name', texts: NAMES },
  'a link program': {
    route: 'admin.links.$id',
    make: async () => {
      const given = { name: 'Partners', host: 'net.example', template: '?ref=1' }
      const row = await db.insertInto('link_programs').values(given).returning('id').executeTakeFirstOrThrow()
      return `/admin/links/${row.id}`
    },
    field: 'note',
    texts: TEXTS,
  },
  'an answer of a vendor': {
    route: 'admin.answers.$kind.$id',
    make: async () => `/admin/answers/reviews/${(await makeReview({ status: 'APPROVED' })).id}`,
    first: { body: 'It is mended.', answered_on: '2026-11-01', version: '0' },
    field: 'body',
    texts: TEXTS,
  },
}

const textOf = (page: ReturnType<typeof parseDocument>, is: (element: Element) => boolean) =>
  DomUtils.textContent(DomUtils.findAll(is, page))

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())

/** Routes of one record whose forms act on it without values that could be overwritten. */
const ACTS = [
  'admin.csv-import_.$id',
  'admin.merge.$kind.$id',
  // Decisions have a version, but nothing is typed over: features/moderation has two people.
  'admin.queue_.$kind.$id',
]

test('every route with a form of one record has an entry, or only acts on the record', async () => {
  const ofRecord = (await routesOfBuild())
    .filter(({ id, hasAction }) => hasAction && /^routes\/admin\.(site|.*\.\$\w+)$/.test(id))
    .map(({ id }) => id.replace('routes/', ''))
  expect([...Object.values(RECORDS).map(({ route }) => route), ...ACTS].sort()).toEqual(ofRecord.sort())
})

test.each(Object.entries(RECORDS))(
  'of two people who edit %s, the second reads what the first saved, keeps what was typed and can save it',
  async (_name, { make, first, field, texts: [saved, typed] }) => {
    const [cookie, other] = [
      await cookieOf(await makeProfile({ role: 'ADMIN', name: 'Ada' })),
      await cookieOf(await makeProfile({ role: 'ADMIN', name: 'Grace' })),
    ]
    const path = await make()
    const send = (form: Record<string, string>, by = cookie) => ask(app.port, path, { cookie: by, form })
    const read = async () => readForm((await ask(app.port, path, { cookie })).body, field)
    if (first) expect((await send(first)).status).toBe(303)

    const form = await read()
    expect((await send({ ...form, [field]: saved })).status).toBe(303)
    const before = await fingerprintTables()
    const refusal = await send({ ...form, [field]: typed }, other)
    expect(refusal.status).toBe(409)
    const page = parseDocument(refusal.body)
    const alert = textOf(page, ({ attribs }) => attribs.role === 'alert')
    const main = textOf(page, ({ name }) => name === 'main')
    expect(alert).toMatch(/(Someone else|Ada) (saved|changed)/)
    expect(main).toContain(saved)
    expect(await fingerprintTables()).toEqual(before)

    const again = readForm(refusal.body, field)
    expect(again[field]).toBe(typed)
    expect((await send(again, other)).status).toBe(303)
    expect((await read())[field]).toBe(typed)

    for (let round = 0; round < RACE_ROUNDS; round++) {
      const current = await read()
      const [one, two] = [`${saved} ${round}`, `${typed} ${round}`]
      const both = await Promise.all([send({ ...current, [field]: one }), send({ ...current, [field]: two }, other)])
      expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
      expect((await read())[field]).toBe(both[0].status === 303 ? one : two)
    }
  },
)
