import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listDeals } from '~/features/catalog/deals/list/catalog.server'
import { DEAL_SORTS, DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-search'
import { countLinks } from '~/features/catalog/deals/open-links.server'
import { findOutbound } from '~/features/catalog/deals/outbound-urls.server'
import { templateProblem } from '~/features/catalog/links/link-program'
import {
  findManagedProgram,
  listManagedPrograms,
  type ProgramValues,
  programForm,
  readSamples,
  removeProgram,
  saveProgram,
  setActive,
} from '~/features/staff/link-programs/manage-programs.server'
import { up as migrateTemplates } from '../../migrations/2026-11-27-21_link_templates'
import { makeDeal, makePlatform, makeProfile } from '../factories'

let admin: string
beforeEach(async () => {
  admin = (await makeProfile({ role: 'ADMIN' })).id
})

const values = (given: Partial<ProgramValues> = {}): ProgramValues => ({
  name: 'Partners',
  host: 'dealmint.com',
  platform_id: null,
  template: 'https://net.example/c?u={url}&s={slug}',
  note: null,
  is_active: true,
  ...given,
})

async function add(given?: Partial<ProgramValues>) {
  const saved = await saveProgram(admin, undefined, values(given), '')
  if (!saved || 'status' in saved) throw new Error(JSON.stringify(saved))
  return saved.id
}

const errorsOf = (form: Record<string, string>) =>
  Object.fromEntries((programForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

test('a click follows the program until it is paused, and then the plain link', async () => {
  const { slug } = await makeDeal({ slug: 'quillstack', cta_url: 'https://dealmint.com/q' })
  const id = await add()
  expect(await findOutbound(slug)).toMatchObject({
    url: 'https://net.example/c?u=https%3A%2F%2Fdealmint.com%2Fq&s=quillstack',
    click: { link: id },
  })
  expect(await countLinks()).toMatchObject({ open: 1, others: 0, bySource: { host: 1, plain: 0 } })

  const { version } = (await findManagedProgram(id))!
  expect(await setActive(admin, id, false, version)).toMatchObject({ saved: { id } })
  expect(await findOutbound(slug)).toMatchObject({ url: 'https://dealmint.com/q', click: { link: null } })
  expect(await listManagedPrograms()).toMatchObject([{ is_active: false, deals: 1 }])
})

test("the deal's own link comes before every program", async () => {
  const { slug } = await makeDeal({ cta_url: 'https://dealmint.com/q', affiliate_url: 'https://net.example/own' })
  await add()
  expect(await findOutbound(slug)).toMatchObject({ url: 'https://net.example/own', click: { link: 'own' } })
})

test('a template that fails for one published deal is not saved, and the deal is named', async () => {
  await makeDeal({ title: 'Quillstack', cta_url: 'https://dealmint.com/q' })
  await makeDeal({ title: 'Watchpost', cta_url: `https://dealmint.com/${'x'.repeat(2_020)}` })
  const saved = await saveProgram(admin, undefined, values(), '')
  expect(saved).toMatchObject({
    status: 400,
    fieldErrors: {
      template: [expect.stringMatching(/^Watchpost: the link would have 2,\d+ characters; 2,048 is the most/)],
    },
  })
  expect(await db.selectFrom('link_programs').select('id').execute()).toEqual([])
})

test('a program can be paused, but not resumed, after a deal was added for which its template fails', async () => {
  const id = await add()
  await makeDeal({ cta_url: `https://dealmint.com/${'x'.repeat(2_020)}` })
  const { version } = (await findManagedProgram(id))!
  expect(await setActive(admin, id, false, version)).toMatchObject({ saved: { id } })
  const paused = (await findManagedProgram(id))!
  expect(await setActive(admin, id, true, paused.version)).toMatchObject({ saved: { status: 400 } })
  expect(await findManagedProgram(id)).toMatchObject({ is_active: false })
})

test('samples are of the newest deals, with the first that fails', async () => {
  for (let index = 0; index < 7; index++) await makeDeal({ cta_url: `https://dealmint.com/${index}` })
  await makeDeal({ cta_url: 'https://other.example/dealmint.com' })
  const { deals, samples, failed } = await readSamples(values())
  expect(deals).toBe(7)
  expect(samples).toHaveLength(5)
  expect(samples[0]!.link?.filter(({ isInserted }) => isInserted).map(({ text }) => text)).toEqual([
    'https%3A%2F%2Fdealmint.com%2F6',
    samples[0]!.slug,
  ])
  expect(failed).toBeUndefined()
})

test('two admins on one program: the second is told what changed, and nothing is overwritten', async () => {
  const id = await add()
  const { version } = (await findManagedProgram(id))!
  await saveProgram(admin, id, values({ note: 'Account 1842' }), version)
  expect(await saveProgram(admin, id, values({ name: 'Other' }), version)).toMatchObject({ status: 409 })
  expect(await setActive(admin, id, false, version)).toMatchObject({ saved: { status: 409 } })
  expect(await findManagedProgram(id)).toMatchObject({ name: 'Partners', note: 'Account 1842', is_active: true })
})

test('a program for a platform that no longer exists is an error at its field', async () => {
  const gone = values({ host: null, platform_id: crypto.randomUUID() })
  expect(await saveProgram(admin, undefined, gone, '')).toMatchObject({
    fieldErrors: { platform_id: ['This platform no longer exists.'] },
  })
})

test('a host and a platform have one program, and 200 are the most', async () => {
  await add()
  expect(await saveProgram(admin, undefined, values({ name: 'Second' }), '')).toMatchObject({
    fieldErrors: { host: ['Another program is for this host.'] },
  })
  const rows = Array.from({ length: 199 }, (_, index) => ({ ...values(), host: `h${index}.example` }))
  await db.insertInto('link_programs').values(rows).execute()
  expect(await saveProgram(admin, undefined, values({ host: 'one-more.example' }), '')).toMatchObject({
    formErrors: ['200 programs are the most.'],
  })
})

test('lists have the same deals in the same order with and without links that earn', async () => {
  const platform = await makePlatform()
  const make = (title: string, cta_url: string) => makeDeal({ title, cta_url, platform_id: platform.id })
  await make('Plain', 'https://a.example')
  const own = await make('Own', 'https://b.example')
  await make('Of a program', 'https://dealmint.com/q')
  const listAll = async () => {
    const lists = await Promise.all(
      DEAL_SORTS.flatMap((sort) =>
        ['', 'a', 'program'].map((q) => listDeals({ ...DEFAULT_SEARCH, sort, q }, { countsOffers: true })),
      ),
    )
    return {
      lists: lists.map(({ deals, ...list }) => ({ ...list, deals: deals.map(({ commission: _, ...deal }) => deal) })),
      earning: new Set(
        lists.flatMap(({ deals }) => deals.filter(({ commission }) => commission === 'ours').map(({ title }) => title)),
      ),
    }
  }
  const before = await listAll()
  expect(before.earning).toEqual(new Set())
  await db.updateTable('deals').set({ affiliate_url: 'https://net.example/own' }).where('id', '=', own.id).execute()
  await add()
  await expect.poll(async () => (await listAll()).earning).toEqual(new Set(['Own', 'Of a program']))
  expect((await listAll()).lists).toEqual(before.lists)
})

test('deleting a program returns its deals to the plain link', async () => {
  const platform = await makePlatform()
  const { slug } = await makeDeal({ platform_id: platform.id, cta_url: 'https://a.example/q' })
  const id = await add({ host: null, platform_id: platform.id })
  expect((await findOutbound(slug))?.click).toMatchObject({ link: id })
  expect(await removeProgram(admin, id)).toBe('removed')
  expect((await findOutbound(slug))?.url).toBe('https://a.example/q')
})

test('the form names what is wrong at its field', () => {
  const form = { name: 'P', kind: 'host', host: 'https://DealMint.com/path', template: '?ref=1' }
  expect(programForm.parse(form)).toMatchObject({ host: 'dealmint.com', platform_id: null, is_active: false })
  expect(errorsOf({ ...form, host: 'not a host' })).toEqual({
    host: 'Host or domain must be the name of a host, such as dealmint.com.',
  })
  expect(errorsOf({ ...form, host: '' })).toEqual({ host: 'Host or domain is required.' })
  expect(errorsOf({ ...form, kind: 'platform' })).toEqual({ platform_id: 'Platform is required.' })
  expect(errorsOf({ ...form, template: 'x'.repeat(1_001) })).toEqual({
    template: 'Template can have at most 1,000 characters.',
  })
  expect(errorsOf({ ...form, template: '{raw_url}?ref=1' })).toEqual({
    template: 'A template begins with ?, as in ?ref=me, or with https://, as in https://network.example/?u={url}.',
  })
})

test.each([
  'localhost',
  'localhost:3000',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  '[::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  'metadata.google.internal',
  'printer.local',
  'LOCALHOST.',
  'intranet',
])('a template cannot lead to %s', (host) => {
  const form = { name: 'P', kind: 'host', host: 'dealmint.com' }
  expect(errorsOf({ ...form, template: `http://${host}/?u={url}` }).template).toContain('not on the public internet.')
  expect(errorsOf({ ...form, template: `https://net.example/${host}?u={url}` })).toEqual({})
})

test('a template that would change the address of one deal is not saved, and the deal is named', async () => {
  await makeDeal({ title: 'Quillstack', cta_url: 'https://dealmint.com/q' })
  await makeDeal({ title: 'Watchpost', cta_url: 'https://dealmint.com/w?ref=other' })
  expect(await saveProgram(admin, undefined, values({ template: '?ref=me' }), '')).toMatchObject({
    fieldErrors: {
      template: ['Watchpost: the address has the parameter ref already. 2 deals would use this template.'],
    },
  })
})

test('the update rewrites templates that begin with {raw_url}, and pauses others that are no longer accepted', async () => {
  const stored = {
    '{raw_url}?ref=a': '?ref=a',
    '{raw_url}&sid={slug}': '?sid={slug}',
    '?ref=a#top': '?ref=a',
    '?ref=a': '?ref=a',
    'https://net.example/?u={url}': 'https://net.example/?u={url}',
    'https://ignored.example/?ref=a': 'https://ignored.example/?ref=a',
    '{raw_url}': 'paused',
    '{raw_url}#ref=a': 'paused',
    '?': 'paused',
    'https://ignored.example/?': 'paused',
    'https://net.example/{raw_url}?ref=a': 'paused',
    'http://127.0.0.1/?u={url}': 'paused',
    'http://localhost:3000/?u={url}': 'paused',
    'http://[::1]/?u={url}': 'paused',
    'http://metadata.google.internal/?u={url}': 'paused',
    'http://intranet/?u={url}': 'paused',
  }
  const templates = Object.keys(stored)
  await db
    .insertInto('link_programs')
    .values(templates.map((template, index) => ({ ...values({ template }), host: `h${index}.example` })))
    .execute()
  await migrateTemplates(db as unknown as Kysely<unknown>)
  const rows = await db.selectFrom('link_programs').select(['host', 'template', 'is_active']).execute()
  const found = new Map(rows.map(({ host, ...row }) => [host, row.is_active ? row.template : 'paused']))
  expect(Object.fromEntries(templates.map((template, index) => [template, found.get(`h${index}.example`)]))).toEqual(
    stored,
  )
  expect(templates.filter((one) => stored[one as keyof typeof stored] === one).map(templateProblem)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a paused program whose template is no longer accepted cannot be resumed', async () => {
  const row = values({ template: 'http://127.0.0.1/?u={url}', is_active: false })
  const { id } = await db.insertInto('link_programs').values(row).returning('id').executeTakeFirstOrThrow()
  const { version } = (await findManagedProgram(id))!
  expect(await setActive(admin, id, true, version)).toMatchObject({
    saved: { fieldErrors: { template: ['A template cannot lead to 127.0.0.1, which is not on the public internet.'] } },
  })
})
