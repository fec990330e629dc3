import fs from 'node:fs'
import { sql } from 'kysely'
import { matchPath } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { hasRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { findManagedPage } from '~/features/site/pages/manage-pages.server'
import { findSiteSettings } from '~/features/site/settings/manage-site.server'
import type { FormResult } from '~/http/forms'
import * as category from '~/routes/admin.categories.$id/route'
import * as csvImport from '~/routes/admin.csv-import_.$id/route'
import * as deleteDeal from '~/routes/admin.deals.$id_.delete/route'
import * as move from '~/routes/admin.deals.$id_.move/route'
import * as bulk from '~/routes/admin.deals.bulk/route'
import * as programs from '~/routes/admin.links._index/route'
import * as program from '~/routes/admin.links.$id/route'
import * as merge from '~/routes/admin.merge.$kind.$id/route'
import * as page from '~/routes/admin.pages.$slug/route'
import * as platform from '~/routes/admin.platforms.$id/route'
import * as settings from '~/routes/admin.site/route'
import * as users from '~/routes/admin.users/route'
import * as role from '~/routes/admin.users_.$id.role/route'
import * as factors from '~/routes/admin.users_.$id.second-factors/route'
import * as vendor from '~/routes/admin.vendors.$id/route'
import { applySiteSettings } from '~/site.server'
import { makeAccount, makeCategory, makeDeal, makePlatform, makeProfile, makeVendor } from '../factories'
import { type RouteModule, renderPage } from '../render'
import { answer, requestAs } from '../requests'
import { fingerprintTables } from '../setup/table-fingerprints'
import { makeAuthenticator, makeImport } from '../staff-factories'

const PASSWORD = 'correct horse 5'

type Case = {
  /** ADMIN, if it is not said. */
  by?: Role
  route: RouteModule
  pattern: string
  path: string
  form: Record<string, string>
}

/** A sentence of the list in docs/security.md, and a form that does it. */
const CASES: Record<string, () => Promise<Case>> = {
  'Save a link program': async () => ({
    route: program,
    pattern: '/admin/links/:id',
    path: '/admin/links/new',
    form: { name: 'Partners', kind: 'host', host: 'net.example', template: '?ref=1', note: 'Typed' },
  }),
  'Delete a link program': async () => ({
    route: program,
    pattern: '/admin/links/:id',
    path: `/admin/links/${await makeProgram()}`,
    form: { intent: 'delete' },
  }),
  'Pause or resume a link program': async () => {
    const id = await makeProgram()
    const form = { intent: 'pause', id, version: '1' }
    return { route: programs, pattern: '/admin/links', path: '/admin/links', form }
  },
  'Save the name, the mailboxes and the links of the site': async () => ({
    route: settings,
    pattern: '/admin/site',
    path: '/admin/site',
    form: {
      name: 'Typed',
      mail_from: 'typed@example.com',
      'links[0].label': 'Typed link',
      'links[0].url': 'https://typed.example/',
      version: String((await findSiteSettings()).version),
    },
  }),
  'Change the logo or the icon': async () => {
    const picture = { sha256: '0'.repeat(64), width: 512, height: 512 }
    const { id } = await db.insertInto('pictures').values(picture).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('site_settings').values({ icon_id: id }).execute()
    await refreshSiteSettings()
    const form = { intent: 'remove-picture', slot: 'icon_id' }
    return { route: settings, pattern: '/admin/site', path: '/admin/site', form }
  },
  'Publish the text of a page': async () => ({
    route: page,
    pattern: '/admin/pages/:slug',
    path: '/admin/pages/new',
    form: { title: 'Press', slug: '', footer_group: 'COMPANY', description: '', body: 'Our **logo**.' },
  }),
  'Restore the original text of a page': async () => {
    const form = { intent: 'original', version: String(await writePage('about')) }
    return { route: page, pattern: '/admin/pages/:slug', path: '/admin/pages/about', form }
  },
  'Delete a page': async () => {
    const form = { intent: 'delete', version: String(await writePage('press')) }
    return { route: page, pattern: '/admin/pages/:slug', path: '/admin/pages/press', form }
  },
  'Delete a deal': async () => ({
    route: deleteDeal,
    pattern: '/admin/deals/:id/delete',
    path: `/admin/deals/${(await makeDeal()).id}/delete`,
    form: {},
  }),
  'Delete several deals': async () => ({
    route: bulk,
    pattern: '/admin/deals/bulk',
    path: `/admin/deals/bulk?do=delete&id=${(await makeDeal()).id}`,
    form: { count: '1', intent: 'delete' },
  }),
  'Change more than 20 deals at once': async () => {
    const ids = await makeDeals(21)
    const path = `/admin/deals/bulk?do=set-status&${ids.map((id) => `id=${id}`).join('&')}`
    return {
      by: 'MANAGER',
      route: bulk,
      pattern: '/admin/deals/bulk',
      path,
      form: { count: '21', intent: 'set-status', to_status: 'EXPIRED' },
    }
  },
  'Import a file': async () => {
    const { id } = await makeImport({ status: 'CHECKED', row_count: 1, created_count: 1, header: ['title'] })
    await db
      .insertInto('import_rows')
      .values({ import_id: id, row: 2, outcome: 'created', value: '{}', cells: ['Watchpost'] })
      .execute()
    const path = `/admin/csv-import/${id}`
    return { by: 'MANAGER', route: csvImport, pattern: '/admin/csv-import/:id', path, form: { intent: 'import' } }
  },
  'Move a deal to another product': async () => {
    const [deal, other] = [await makeDeal(), await makeDeal()]
    const path = `/admin/deals/${deal.id}/move?q=${encodeURIComponent(other.title)}`
    const form = { from: deal.product_id, to: other.product_id }
    return { by: 'MANAGER', route: move, pattern: '/admin/deals/:id/move', path, form }
  },
  'Merge deals, products, vendors or categories': async () => {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const path = `/admin/merge/category/${from.id}?into=${into.id}`
    return { route: merge, pattern: '/admin/merge/:kind/:id', path, form: { into: into.id, sure: 'on' } }
  },
  'Delete a category': async () => ({
    by: 'MANAGER',
    route: category,
    pattern: '/admin/categories/:id',
    path: `/admin/categories/${(await makeCategory()).id}`,
    form: { intent: 'delete' },
  }),
  'Delete a platform': async () => ({
    by: 'MANAGER',
    route: platform,
    pattern: '/admin/platforms/:id',
    path: `/admin/platforms/${(await makePlatform()).id}`,
    form: { intent: 'delete' },
  }),
  'Set a vendor to Acquired or Shut down': async () => {
    const { id, name, slug } = await makeVendor()
    const end = { status: 'SHUT_DOWN', status_on: '2026-01-01', status_source_url: 'https://typed.example/' }
    const form = { name, slug, note: 'Typed', ...end, version: '1' }
    return { by: 'MANAGER', route: vendor, pattern: '/admin/vendors/:id', path: `/admin/vendors/${id}`, form }
  },
  'Change a role': async () => {
    const path = `/admin/users/${(await makeProfile()).id}/role?to=MANAGER`
    return { route: role, pattern: '/admin/users/:id/role', path, form: { role: 'MANAGER', expected: 'USER' } }
  },
  'Suspend a person': async () => {
    const { id } = await makeProfile()
    const form = { intent: 'suspend', id, reason: 'SPAM', note: 'Three links to one shop.' }
    return { by: 'MANAGER', route: users, pattern: '/admin/users', path: `/admin/users?manage=${id}`, form }
  },
  'Reset the second factors of a person': async () => {
    const { id } = await makeProfile()
    await makeAuthenticator(id)
    return {
      route: factors,
      pattern: '/admin/users/:id/second-factors',
      path: `/admin/users/${id}/second-factors`,
      form: {},
    }
  },
}

/** The version of a page that was just written. */
async function writePage(slug: string) {
  await db.insertInto('pages').values({ slug, title: 'Press', body: 'Our logo.' }).execute()
  return (await findManagedPage(slug))!.version
}

async function makeProgram() {
  const values = { name: 'Partners', host: 'net.example', template: '?ref=1' }
  return (await db.insertInto('link_programs').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Deals that were not confirmed for years. */
async function makeDeals(count: number) {
  const [{ id: category_id }, { id: platform_id }] = [await makeCategory(), await makePlatform()]
  const years = { start_date: '2020-01-01', found_on: null }
  const deals = Array.from({ length: count }, () => makeDeal({ category_id, platform_id, ...years }))
  return (await Promise.all(deals)).map(({ id }) => id)
}

beforeEach(refreshSiteSettings)
afterEach(() => applySiteSettings({}))

/** A session whose password was entered so many minutes ago sends the form. */
async function send(person: { id: string }, { pattern, path, form }: Case, minutes: number, currentPassword?: string) {
  const request = await requestAs(person, path, { ...form, ...(currentPassword && { currentPassword }) })
  await sql`update sessions set verified_at = now() - ${minutes} * interval '1 minute'`.execute(db)
  return { request, params: matchPath(pattern, path.split('?')[0]!)!.params, context: {} }
}

const act = ({ route }: Case, args: Awaited<ReturnType<typeof send>>) =>
  answer(Promise.resolve(route.action!(args as never))) as Promise<{ data?: FormResult; init?: { status: number } }>

test.each(Object.entries(CASES))(
  '"%s" asks for a password that was entered over 15 minutes ago, changes nothing and keeps what was typed',
  async (_, makeCase) => {
    const one = await makeCase()
    const person = await makeAccount(PASSWORD, { role: one.by ?? 'ADMIN' })
    const typed = Object.values(one.form).filter(Boolean)
    // Each attempt has a session of its own.
    const count = () => fingerprintTables(['sessions', 'audit_log'])
    const before = await count()
    for (const [entered, message] of [
      [undefined, 'Enter your password again.'],
      ['wrong', 'This is not your current password.'],
    ] as const) {
      const { data, init } = await act(one, await send(person, one, 16, entered))
      expect(init).toMatchObject({ status: 403 })
      expect(data!.asksPassword).toBe(true)
      expect(data!.error).toEqual({ currentPassword: [expect.stringContaining(message)] })
      const values = JSON.stringify(data!.initialValue)
      expect(typed.filter((value) => !values.includes(JSON.stringify(value).slice(1, -1)))).toEqual([])
      expect(values).not.toContain('wrong')

      const { request } = await send(person, one, 16, entered)
      const html = await renderPage(person, { ...one, routes: [one.route] }, request)
      expect(html.match(/name="currentPassword"/g)).toHaveLength(1)
      expect(html).not.toContain('value="wrong"')
      expect(typed.filter((value) => !html.includes(value))).toEqual([])
    }
    expect(await count()).toEqual(before)

    const sent = await send(person, one, 16, PASSWORD)
    expect(await act(one, sent)).toMatchObject({ status: 303 })
    expect(await hasRecentPassword(sent.request)).toBe(true)
  },
)

test.each(Object.entries(CASES))('"%s" needs no password that was entered 14 minutes ago', async (_, makeCase) => {
  const one = await makeCase()
  const person = await makeProfile({ role: one.by ?? 'ADMIN' })
  expect(await act(one, await send(person, one, 14))).toMatchObject({ status: 303 })
})

test('docs/security.md lists the same forms', () => {
  const [, list] = /## Forms that ask for the password again\n[\s\S]*?\n\n((?:- .+\n)+)/.exec(
    fs.readFileSync('docs/security.md', 'utf8'),
  )!
  expect(list!.trim().split('\n').sort()).toEqual(
    Object.keys(CASES)
      .map((name) => `- ${name}`)
      .sort(),
  )
})
