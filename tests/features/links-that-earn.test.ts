import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEAL_SORTS, DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { countLinks } from '~/features/catalog/deals/open-links.server'
import { findOutbound } from '~/features/catalog/deals/outbound-urls.server'
import { addParams } from '~/features/catalog/links/address-params'
import {
  composeLink,
  type LinkProgram,
  linkOf,
  splitLink,
  templateProblem,
} from '~/features/catalog/links/link-program'
import { isSamePage, withoutTracking } from '~/features/catalog/products/plain-link'
import { removeRecord, saveRecord } from '~/features/people/records/save-record.server'
import {
  listManagedPrograms,
  PROGRAM,
  type ProgramValues,
  programForm,
  readSamples,
  setActive,
} from '~/features/staff/link-programs/manage-programs.server'
import { up as migrateTemplates } from '../../migrations/2026-11-27-21_link_templates'
import { makeDeal, makePlatform, makeProfile } from '../factories'

let admin: { id: string }
beforeEach(async () => {
  admin = await makeProfile({ role: 'ADMIN' })
})

const findManagedProgram = (id: string) => PROGRAM.find(db, id)
const saveProgram = (id: string | undefined, program: ProgramValues, version = 0) =>
  saveRecord(PROGRAM, admin, id, program, version)

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
  const saved = await saveProgram(undefined, values(given))
  if (!saved || !('id' in saved)) throw new Error(JSON.stringify(saved))
  return saved.id
}

/** A deal for which the template fails, because its link would be too long. */
const makeTooLong = () => makeDeal({ title: 'Watchpost', cta_url: `https://dealmint.com/${'x'.repeat(2_020)}` })

const errorsOf = (form: Record<string, string>) =>
  Object.fromEntries((programForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

test('a click follows the own link of the deal, else the program until it is paused, else the plain link', async () => {
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
  await db.updateTable('link_programs').set({ is_active: true }).execute()
  await db.updateTable('deals').set({ affiliate_url: 'https://net.example/own' }).execute()
  expect(await findOutbound(slug)).toMatchObject({ url: 'https://net.example/own', click: { link: 'own' } })
})

test('a template that fails for one published deal is not saved, and the deal is named', async () => {
  await makeDeal({ title: 'Quillstack', cta_url: 'https://dealmint.com/q?ref=other' })
  const errorOf = async (given?: Partial<ProgramValues>) => {
    const saved = await saveProgram(undefined, values(given))
    return saved && 'status' in saved ? [saved.status, saved.fieldErrors?.template] : saved
  }
  const own = 'Quillstack: the address has the parameter ref already.'
  expect(await errorOf({ template: '?ref=me' })).toEqual([400, [`${own} 1 deal would use this template.`]])
  await makeDeal({ title: 'Plotwise', cta_url: 'https://dealmint.com/p' })
  expect(await errorOf({ template: '?ref=me' })).toEqual([400, [`${own} 2 deals would use this template.`]])
  await makeTooLong()
  const long = /^Watchpost: the link would have 2,\d+ characters; 2,048 is the most/
  expect(await errorOf()).toEqual([400, [expect.stringMatching(long)]])
  expect(await db.selectFrom('link_programs').select('id').execute()).toEqual([])
})

test('a program can be paused, but not resumed once its template fails for a deal or is no longer accepted', async () => {
  const id = await add()
  await makeTooLong()
  const { version } = (await findManagedProgram(id))!
  expect(await setActive(admin, id, false, version)).toMatchObject({ saved: { id } })
  const paused = (await findManagedProgram(id))!
  expect(await setActive(admin, id, true, paused.version)).toMatchObject({ saved: { status: 400 } })
  expect(await findManagedProgram(id)).toMatchObject({ is_active: false })

  const row = values({ host: 'other.example', template: 'http://127.0.0.1/?u={url}', is_active: false })
  const old = await db.insertInto('link_programs').values(row).returning('id').executeTakeFirstOrThrow()
  const stored = (await findManagedProgram(old.id))!
  const error = 'A template cannot lead to 127.0.0.1, which is not on the public internet.'
  expect(await setActive(admin, old.id, true, stored.version)).toMatchObject({
    saved: { fieldErrors: { template: [error] } },
  })
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

test('a program that another admin changed meanwhile is not paused', async () => {
  const id = await add()
  const { version } = (await findManagedProgram(id))!
  await saveProgram(id, values({ note: 'Account 1842' }), version)
  expect(await setActive(admin, id, false, version)).toMatchObject({ saved: { conflict: { version: 2 } } })
  expect(await findManagedProgram(id)).toMatchObject({ name: 'Partners', note: 'Account 1842', is_active: true })
})

test('a program is for a platform that exists, and 200 programs are the most', async () => {
  const gone = values({ host: null, platform_id: crypto.randomUUID() })
  expect(await saveProgram(undefined, gone)).toMatchObject({
    fieldErrors: { platform_id: ['This platform no longer exists.'] },
  })
  await add()
  const rows = Array.from({ length: 199 }, (_, index) => ({ ...values(), host: `h${index}.example` }))
  await db.insertInto('link_programs').values(rows).execute()
  expect(await saveProgram(undefined, values({ host: 'one-more.example' }))).toMatchObject({
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
  expect(await removeRecord(PROGRAM, admin, id)).toBe('removed')
  expect((await findOutbound(slug))?.url).toBe('https://a.example/q')
})

test('the form names what is wrong at its field', () => {
  const form = { name: 'P', kind: 'host', host: 'https://DealMint.com/path', template: '?ref=1' }
  expect(programForm.parse(form)).toMatchObject({ host: 'dealmint.com', platform_id: null, is_active: false })
  expect(errorsOf({ ...form, host: '' })).toEqual({ host: 'Host or domain is required.' })
  expect(errorsOf({ ...form, kind: 'platform' })).toEqual({ platform_id: 'Platform is required.' })
})

const PRIVATE_HOSTS = [
  ...'localhost localhost:3000 127.0.0.1 0x7f.1 2130706433 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 168.63.129.16 100.64.0.1'.split(
    ' ',
  ),
  ...'0.0.0.0 [::1] [fe80::1] [::ffff:10.0.0.1] metadata.google.internal printer.local LOCALHOST. intranet'.split(' '),
]
test.each(PRIVATE_HOSTS)('a template cannot lead to %s', (host) => {
  const form = { name: 'P', kind: 'host', host: 'dealmint.com' }
  expect(errorsOf({ ...form, template: `http://${host}/?u={url}` }).template).toContain('not on the public internet.')
  expect(errorsOf({ ...form, template: `https://net.example/${host}?u={url}` })).toEqual({})
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
  const unchanged = templates.filter((one) => stored[one as keyof typeof stored] === one)
  expect(unchanged.map(templateProblem)).toEqual([undefined, undefined, undefined])
})

const deal = {
  slug: 'quillstack',
  cta_url: 'https://shop.dealmint.com/quillstack?plan=a b&x=%20',
  platform_id: 'p',
  affiliate_url: null,
}
const program = (given: Partial<LinkProgram>): LinkProgram => ({
  id: given.host ?? given.platform_id ?? '',
  template: 'https://net.example/c/1?u={url}',
  host: null,
  platform_id: null,
  ...given,
})
const composed = (template: string, cta_url = deal.cta_url) => {
  const result = composeLink(template, { slug: deal.slug, cta_url })
  return 'url' in result ? result.url : result.problem
}

test('the link is the own one, else of the exact host, the domain, the platform, else plain', () => {
  const programs = [
    program({ platform_id: 'p' }),
    program({ host: 'dealmint.com' }),
    program({ host: 'shop.dealmint.com' }),
  ]
  const sourceOf = (own: string | null, list: LinkProgram[]) => linkOf({ ...deal, affiliate_url: own }, list).source
  expect(sourceOf('https://net.example/own', programs)).toBe('own')
  expect(sourceOf(null, programs)).toBe('host')
  expect(sourceOf(null, programs.slice(0, 2))).toBe('domain')
  expect(sourceOf(null, programs.slice(0, 1))).toBe('platform')
  expect(sourceOf(null, [])).toBe('plain')
  expect(linkOf(deal, []).url).toBe(deal.cta_url)
})

test('a host is neither part of another host nor the domain of a shared one', () => {
  const of = (cta_url: string, host: string) => linkOf({ ...deal, cta_url }, [program({ host })]).source
  expect(of('https://notdealmint.com/a', 'dealmint.com')).toBe('plain')
  expect(of('https://dealmint.com.evil.example/a', 'dealmint.com')).toBe('plain')
  expect(of('https://ada.github.io/a', 'github.io')).toBe('plain')
  expect(of('https://DealMint.com./a', 'dealmint.com')).toBe('host')
})

test('placeholders give the plain address encoded once more, the address as it is, and the slug', () => {
  const address = 'https://a.example/x?q=1%2F2&name=é'
  expect(composed('https://net.example/c?u={url}&s={slug}', address)).toBe(
    'https://net.example/c?u=https%3A%2F%2Fa.example%2Fx%3Fq%3D1%252F2%26name%3D%C3%A9&s=quillstack',
  )
  expect(composed('https://net.example/go/{raw_url}', address)).toBe(
    'https://net.example/go/https://a.example/x?q=1%2F2&name=%C3%A9',
  )
  expect(composed('?sid={slug}&u={url}', 'https://a.example/x?q=1#plans')).toBe(
    'https://a.example/x?q=1&sid=quillstack&u=https%3A%2F%2Fa.example%2Fx%3Fq%3D1%23plans#plans',
  )
  expect(composed('https://net.example/{slug}/{slug}')).toBe('https://net.example/quillstack/quillstack')
})

test('the parameters of a template without a placeholder are added to the plain address', () => {
  for (const nothing of ['', '?']) expect(addParams('https://a.example/p#x', nothing)).toBe('https://a.example/p#x')
  expect(composed('?ref=ledger&c=1', 'https://a.example/x?q=1#plans')).toBe(
    'https://a.example/x?q=1&ref=ledger&c=1#plans',
  )
  expect(composed('https://ignored.example/?ref=ledger#top', 'https://a.example/x')).toBe(
    'https://a.example/x?ref=ledger',
  )
})

test.each([
  ['a fragment', 'https://frag.example/#pricing', 'https://frag.example/?ref=abc#pricing'],
  ['a query', 'https://query.example/p?plan=ltd', 'https://query.example/p?plan=ltd&ref=abc'],
  [
    'a name without a value and signs that need no encoding',
    'https://flag.example/p?lifetime&path=a/b&sig=x~y*z!',
    'https://flag.example/p?lifetime&path=a/b&sig=x~y*z!&ref=abc',
  ],
  ['a path in the fragment', 'https://frag2.example/#/deal/7', 'https://frag2.example/?ref=abc#/deal/7'],
  ['an empty value', 'https://a.example/?code=', 'https://a.example/?code=&ref=abc'],
  ['a plus sign', 'https://a.example/?q=life+time', 'https://a.example/?q=life+time&ref=abc'],
  ['two equal names', 'https://a.example/?id=1&id=2', 'https://a.example/?id=1&id=2&ref=abc'],
  ['encoded signs', 'https://a.example/a%2Fb?q=%7E%2f', 'https://a.example/a%2Fb?q=%7E%2f&ref=abc'],
  ['a question mark at its end', 'https://a.example/p?', 'https://a.example/p?ref=abc'],
  ['an ampersand at its end', 'https://a.example/p?a=1&', 'https://a.example/p?a=1&ref=abc'],
  ['a query and a fragment with a query', 'https://a.example/?a=1#/x?b=2', 'https://a.example/?a=1&ref=abc#/x?b=2'],
  ['semicolons and brackets', 'https://a.example/?f[]=1;g=2', 'https://a.example/?f[]=1;g=2&ref=abc'],
])('a parameter is added to an address with %s, and nothing else changes', (_what, address, link) => {
  expect(addParams(address, '?ref=abc')).toBe(link)
  expect(addParams(address, 'ref=abc')).toBe(link)
  expect(composed('?ref=abc', address)).toBe(link)
})

test.each([
  ['?ref=abc', 'https://a.example/?ref=other', 'the address has the parameter ref already'],
  ['?c=1&ref=abc', 'https://a.example/?ref', 'the address has the parameter ref already'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=1&b=2', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=1+2', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/#plans', 'would change the address'],
  ['https://net.example/?u={raw_url}', 'https://a.example/?a=%2F', 'would change the address'],
  ['https://net.example/?u={raw_url}&s={slug}', 'https://a.example/#plans', 'would change the address'],
  ['https://net.example/go/{raw_url}', 'https://a.example/../y', 'would change the address'],
])('the template %s is refused for %s, because it would change the vendor part', (template, address, problem) => {
  expect(composed(template, address)).toContain(problem)
  expect(linkOf({ ...deal, cta_url: address }, [program({ platform_id: 'p', template })])).toMatchObject({
    url: address,
    source: 'plain',
  })
})

test('a raw address is accepted where the network can read it whole', () => {
  expect(composed('https://net.example/?u={raw_url}&s=1', 'https://a.example/p?a=1')).toBe(
    'https://net.example/?u=https://a.example/p?a=1&s=1',
  )
  expect(composed('https://net.example/go/{raw_url}', 'https://a.example/p?a=1&b=2#plans')).toBe(
    'https://net.example/go/https://a.example/p?a=1&b=2#plans',
  )
})

test.each([
  ['javascript:alert(1)//{url}', 'A template begins with ?, as in ?ref=me, or with https://'],
  ['//net.example/{url}', 'A template begins with ?, as in ?ref=me, or with https://'],
  [
    '{raw_url}?ref=abc',
    'A template begins with ?, as in ?ref=me, or with https://, as in https://network.example/?u={url}.',
  ],
  ['{raw_url}&ref=abc', 'A template begins with ?'],
  ['{raw_url}', 'A template begins with ?'],
  ['ref=abc', 'A template begins with ?'],
  ['&ref=abc', 'A template begins with ?'],
  ['?u={raw_url}', 'cannot contain {raw_url}'],
  ['?ref=abc#top', 'cannot contain #'],
  ['?', 'needs a parameter'],
  ['https://net.example/?', 'needs a parameter'],
  ['https://net.example/go/{raw_url}?ref=abc', '{raw_url} must be the end'],
  ['https://net.example/go/{raw_url}&s={slug}', '{raw_url} must be the end'],
  ['https://net.example\\{raw_url}', 'backslashes'],
  ['https://net.example/\n{url}', 'line breaks'],
  ['https://user@net.example/{url}', 'username or password'],
  ['https://{slug}.net.example/', 'only after the host'],
  ['https://net.example{raw_url}', 'only after the host'],
  ['https://?u={url}', 'must name a host'],
  ['https://net.example/{address}', 'the placeholder {address}'],
  ['https://net.example/c/1', 'needs a parameter, as in ?ref=me, or a placeholder'],
])('rejects the template %s', (template, words) => {
  expect(templateProblem(template)).toContain(words)
})

test.each(['https://net.example/c/1?u={url}', '?via=a&s={slug}', '?via=a', 'http://net.example/?via=a'])(
  'accepts the template %s',
  (template) => expect(templateProblem(template)).toBeUndefined(),
)

test('a plain address cannot choose another host, a scheme or a user name', () => {
  expect(composed('{raw_url}@evil.example/', 'https://a.example')).toBe('the template is not valid')
  expect(composed('{raw_url}.evil.example/', 'https://a.example')).toBe('the template is not valid')
  expect(composed('?ref=a', 'javascript:alert(1)')).toBe('the link would be no web address')
  expect(composed('https://net.example/{raw_url}', '//evil.example/')).toBe('the link would be no web address')
})

test('a stored template that is no longer accepted leaves the plain link, from which we earn nothing', () => {
  const programs = [program({ platform_id: 'p', template: '{raw_url}?ref=abc' })]
  const cta_url = 'https://frag.example/#pricing'
  expect(linkOf({ ...deal, cta_url }, programs)).toEqual({ url: cta_url, source: 'plain', commission: 'none' })
})

test.each([
  ['https://quillstack.app/life', null, [], 'none'],
  ['https://quillstack.app/life', 'https://net.example/own', [], 'ours'],
  ['https://quillstack.app/life', 'https://quillstack.app/life', [], 'none'],
  ['https://geni.us/abc', 'https://geni.us/abc', [], 'ours'],
  ['https://geni.us/abc', null, [], 'others'],
  ['https://quillstack.app/?via=joe', null, [], 'others'],
  ['https://quillstack.app/?via=joe', null, ['https://net.example/?u={url}'], 'ours'],
  ['https://quillstack.app/?via=joe', null, ['?via=me'], 'others'],
  ['https://quillstack.app/life', null, ['?via=me'], 'ours'],
])('from the link %s with the affiliate link %s and the templates %j, the commission is: %s', (...given) => {
  const [cta_url, affiliate_url, templates, commission] = given
  const programs = templates.map((template) => program({ platform_id: 'p', template }))
  expect(linkOf({ ...deal, cta_url, affiliate_url }, programs).commission).toBe(commission)
})

test('a link longer than a stored one may be is refused, and the deal keeps its plain address', () => {
  const cta_url = `https://a.example/${'x'.repeat(2_010)}`
  expect(composed('https://net.example/c?u={url}', cta_url)).toMatch(
    /^the link would have 2,0\d\d characters; 2,048 is the most$/,
  )
  expect(composed('?v=1', cta_url)).toBe(`${cta_url}?v=1`)
  const long = { ...deal, cta_url }
  expect(linkOf(long, [program({ host: 'a.example' })])).toMatchObject({ url: cta_url, source: 'plain' })
})

/** The link with what the template inserted in brackets. */
const marked = (template: string, cta_url: string) => {
  const link = { slug: 'quillstack', cta_url }
  return splitLink(composed(template, cta_url), template, link)
    .map(({ text, isInserted }) => (isInserted ? `[${text}]` : text))
    .join('')
}

const A = 'https://a.example'
const NET = 'https://net.example'
test.each([
  [
    '{url} and {slug}',
    `${NET}/c/1?u={url}&sid={slug}`,
    `${A}/x?q=1`,
    `${NET}/c/1?u=[https%3A%2F%2Fa.example%2Fx%3Fq%3D1]&sid=[quillstack]`,
  ],
  ['{raw_url} at the end', `${NET}/go/{raw_url}`, `${A}/x?q=é`, `${NET}/go/[${A}/x?q=%C3%A9]`],
  [
    'parameters after an address that encoding makes longer',
    '?sid={slug}',
    `${A}/é?it's=ü`,
    `${A}/%C3%A9?it%27s=%C3%BC[&sid=quillstack]`,
  ],
  ['two values without anything between', `${NET}/{slug}{slug}`, `${A}/`, `${NET}/[quillstack][quillstack]`],
  [
    'parameters, not those of the address or its fragment',
    '?ref=ledger&c=1',
    `${A}/x?q=1&d=9#a?ref=b&c=2`,
    `${A}/x?q=1&d=9[&ref=ledger&c=1]#a?ref=b&c=2`,
  ],
  ['a parameter with an encoded name', '?a%20b=1', `${A}/`, `${A}/[?a%20b=1]`],
  ['a parameter that is the only one', 'https://ignored.example/?ref=ledger', A, `${A}/[?ref=ledger]`],
])('what a template inserted can be shown: %s', (_what, template, cta_url, shown) => {
  expect(marked(template, cta_url)).toBe(shown)
  expect(marked(template, cta_url).replace(/[[\]]/g, '')).toBe(composed(template, cta_url))
})

test.each([
  ['https://shop.example/deal?utm_source=mail&utm_campaign=x&ref=7781', 'https://shop.example/deal'],
  ['https://shop.example/deal?id=5&gclid=abc#buy', 'https://shop.example/deal?id=5'],
  ['https://shop.example/deal?REF=1&Plan=pro', 'https://shop.example/deal?Plan=pro'],
  [
    'https://shop.example/deal?lifetime&ref=1&path=a/b&sig=x~y*z!',
    'https://shop.example/deal?lifetime&path=a/b&sig=x~y*z!',
  ],
  ['https://shop.example/#/deal/7', 'https://shop.example/#/deal/7'],
  ['https://shop.example/?via=joe#!/deal/7', 'https://shop.example/#!/deal/7'],
  ['https://shop.example/deal?reference=5', 'https://shop.example/deal?reference=5'],
])('%s is kept as %s', (link, plain) => {
  expect(withoutTracking(link)).toBe(plain)
})

test.each([
  ['https://shop.example/deal', 'http://www.shop.example/deal/?ref=1', true],
  ['https://shop.example/deal?b=2&a=1', 'https://shop.example/deal?a=1&b=2', true],
  ['https://shop.example/deal?id=1', 'https://shop.example/deal?id=2', false],
  ['https://shop.example/deal', 'https://other.example/deal', false],
  ['https://shop.example/#/deal/7', 'https://shop.example/#/deal/8', false],
])('%s and %s lead to the same page: %s', (one, other, expected) => {
  expect(isSamePage(one, other)).toBe(expected)
})
