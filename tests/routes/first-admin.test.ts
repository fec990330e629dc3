import { afterEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { createFirstAdmin, makeFirstAdminUrl } from '~/features/people/accounts/first-admin.server'
import { signUp } from '~/features/people/accounts/sign-up.server'
import { action, loader } from '~/routes/auth_.first-admin'
import { makeProfile } from '../factories'
import { answer } from '../requests'

const PAGE = 'http://localhost:3000/auth/first-admin'
const FORM = { name: 'Ada', email: 'ada@example.com', password: 'a long sentence' }
const DAY_MS = 24 * 60 * 60 * 1000

afterEach(() => void vi.useRealTimers())

/** The cookie that holds the token once its address was opened. */
async function openLink(url: string) {
  const opened = (await answer(loader({ request: new Request(url), params: {}, context: {} }))) as Response
  expect({ status: opened.status, to: opened.headers.get('Location') }).toEqual({
    status: 303,
    to: '/auth/first-admin',
  })
  return opened.headers.get('Set-Cookie')!.split(';')[0]!
}

const read = async (cookie: string) => {
  const request = new Request(PAGE, { headers: { Cookie: cookie } })
  return loader({ request, params: {}, context: {} })
}

const send = (cookie: string, form: Record<string, string> = FORM) => {
  const request = new Request(PAGE, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(form) })
  return answer(action({ request, params: {}, context: {} }))
}

const listAdmins = () => db.selectFrom('profiles').select(['name', 'email', 'confirmed_at']).where('role', '=', 'ADMIN')

test('the printed address makes the first admin, signs them in and works once', async () => {
  const url = (await makeFirstAdminUrl())!
  const cookie = await openLink(url)
  expect(await read(cookie)).toMatchObject({
    data: { expiry: expect.stringMatching(/ UTC$/), head: { isIndexed: false } },
    init: { status: 200 },
  })
  const created = (await send(cookie)) as Response
  expect({ status: created.status, to: created.headers.get('Location') }).toEqual({ status: 303, to: '/admin' })
  expect(created.headers.getSetCookie().some((one) => one.startsWith('session='))).toBe(true)
  expect(await listAdmins().execute()).toEqual([
    { name: 'Ada', email: 'ada@example.com', confirmed_at: expect.any(Date) },
  ])

  const used = await openLink(url)
  expect(await read(used)).toMatchObject({
    data: { expiry: undefined, head: { isIndexed: false } },
    init: { status: 404 },
  })
  expect(await send(used, { ...FORM, email: 'bob@example.com' })).toMatchObject({ init: { status: 404 } })
  expect(await listAdmins().execute()).toHaveLength(1)
  expect(await makeFirstAdminUrl()).toBeUndefined()
})

test('a used, an expired and a forged address, and any address of a site with an admin, get the same page', async () => {
  const url = (await makeFirstAdminUrl())!
  const forged = url.replace(/.{20}$/, (end) => end.split('').reverse().join(''))
  const pages = [await read(await openLink(forged)), await read('')]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS - 60_000 })
  expect(await read(await openLink(url))).toMatchObject({ init: { status: 200 } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  const cookie = await openLink(url)
  pages.push(await read(cookie))
  expect(await send(cookie)).toMatchObject({ init: { status: 404 } })
  vi.useRealTimers()
  await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })
  pages.push(await read(await openLink(url)))
  for (const page of pages) expect(page).toEqual(pages[0])
  expect(pages[0]).toMatchObject({ data: { head: { title: 'This link no longer works | Lifetime Ledger' } } })
  expect(pages[0]).toMatchObject({ init: { status: 404 } })
})

test('two people with the address at once make one admin', async () => {
  const people = ['ada', 'bob', 'cleo', 'dan'].map((name) => ({ ...FORM, name, email: `${name}@example.com` }))
  const outcomes = await Promise.all(people.map((person) => createFirstAdmin(person)))
  expect(outcomes.filter((outcome) => outcome === 'has-admin')).toHaveLength(3)
  expect(await listAdmins().execute()).toHaveLength(1)
})

test('an account that was never confirmed becomes the admin, a confirmed one is not taken over', async () => {
  const cookie = await openLink((await makeFirstAdminUrl())!)
  await makeProfile({ email: 'owner@example.com' })
  expect(await send(cookie, { ...FORM, email: 'Owner@example.com' })).toMatchObject({
    data: { error: { email: ['This email already has an account.'] } },
  })
  await signUp({ ...FORM, password: 'chosen by someone else' })
  await send(cookie)
  expect(await listAdmins().execute()).toMatchObject([{ email: 'ada@example.com', confirmed_at: expect.any(Date) }])
  expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([])
})

test('a form with errors comes back with what was entered, except the password', async () => {
  const cookie = await openLink((await makeFirstAdminUrl())!)
  const result = await send(cookie, { name: 'Ada', email: 'ada@ledger', password: 'elevenchars' })
  expect(result).toMatchObject({
    data: {
      initialValue: { name: 'Ada', email: 'ada@ledger' },
      error: { email: ['Enter a valid email address.'], password: ['Password must be at least 12 characters.'] },
    },
    init: { status: 400 },
  })
  expect(JSON.stringify(result)).not.toContain('elevenchars')
  expect(await listAdmins().execute()).toEqual([])
})
