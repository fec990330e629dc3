import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { FACTOR_REQUIRED, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { makeAccount, makeDeal } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask, entryPointsOf, redirectTarget } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'
import { makeAuthenticator } from '../staff-factories'
import { RULES } from './access-rules'
import { type Fixtures, insertFixtures } from './fixtures'

const STAFF_ONLY = ['staff', 'admins']
const routes = (await routesOfBuild()).filter(({ id }) => STAFF_ONLY.includes(RULES[id]!.read))
let app: BuiltApp
let fixtures: Fixtures
const staff = () => fixtures.people.filter(({ audiences }) => audiences.includes('staff'))

beforeAll(async () => {
  const secret = process.env.SESSION_SECRET!
  app = await startBuiltApp({ REQUIRE_2FA: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: secret })
})
afterAll(() => app?.stop())
beforeEach(async () => {
  fixtures = await insertFixtures()
})

/** As if an app had been set up; these tests enter no code. */
async function protect() {
  const people = await db.selectFrom('profiles').select('id').where('role', '<>', 'USER').execute()
  for (const { id } of people) await makeAuthenticator(id)
}

test('managers and admins without a second factor are led to the Security page from every staff screen', async () => {
  expect(routes.length).toBeGreaterThan(30)
  for (const { id, isIndex } of routes) {
    const rule = RULES[id]!
    const places = entryPointsOf(rule.path, id, isIndex).read.filter((path) => !rule.isFile || !path.includes('.data'))
    for (const { name, audiences, cookie } of staff().filter(({ audiences }) => audiences.includes(rule.read))) {
      expect(audiences).toContain('staff')
      const answers = await Promise.all(places.map((path) => ask(app.port, path, { cookie })))
      for (const [i, answer] of answers.entries()) {
        expect(redirectTarget(answer), `${name} at ${places[i]}`).toBe(SECURITY_PATH)
      }
    }
  }
})

test('their staff forms are refused with the reason, and write nothing', async () => {
  const before = await fingerprintTables()
  for (const { id, isIndex } of routes) {
    const rule = RULES[id]!
    if (!STAFF_ONLY.includes(rule.write)) continue
    for (const form of rule.forms ?? [{ intent: 'nonsense' }]) {
      for (const { name, cookie } of staff().filter(({ audiences }) => audiences.includes(rule.write))) {
        for (const path of entryPointsOf(rule.path, id, isIndex).write.slice(0, 2)) {
          const answer = await ask(app.port, path, { cookie, form })
          expect(answer.status, `${name} at ${path}`).toBe(403)
          if (!path.includes('.data')) expect(answer.body).toContain(FACTOR_REQUIRED)
        }
      }
    }
  }
  expect(await fingerprintTables()).toEqual(before)
})

test('they have no rights of staff on other pages either, but all of a member', async () => {
  await makeDeal({ slug: 'hidden', published: false })
  const admin = staff().find(({ name }) => name === 'an admin')!
  const { id } = await db.selectFrom('profiles').select('id').where('role', '=', 'USER').executeTakeFirstOrThrow()
  const open = (path: string) => ask(app.port, path, { cookie: admin.cookie })
  expect((await open('/deals/hidden')).status).toBe(404)
  expect((await open(`/account?userId=${id}`)).body).toContain('My Account')
  for (const path of ['/account/settings', '/account/download']) expect((await open(path)).status).toBe(200)
  const security = await open(SECURITY_PATH)
  expect(security.status).toBe(200)
  expect(security.body).toContain('Your role needs a second factor')
})

test('they set up the first factor with their password, and then have their rights', async () => {
  const cookie = await cookieOf(await makeAccount('correct horse', { role: 'ADMIN' }))
  const send = (form: Record<string, string>) => ask(app.port, SECURITY_PATH, { cookie, form })
  expect((await send({ intent: 'start-authenticator', currentPassword: 'wrong horse' })).status).toBe(400)
  expect((await send({ intent: 'start-authenticator', currentPassword: 'correct horse' })).status).toBe(303)
  const [, secret = ''] = /data-copy="([A-Z2-7]+)"/.exec((await ask(app.port, SECURITY_PATH, { cookie })).body) ?? []
  expect((await ask(app.port, '/admin', { cookie })).headers.location).toBe(SECURITY_PATH)
  await send({ intent: 'confirm-authenticator', code: new TOTP({ secret }).generate() })
  expect((await ask(app.port, '/admin', { cookie })).status).toBe(200)
})

test('with a second factor they have all their rights', async () => {
  await protect()
  await makeDeal({ slug: 'hidden', published: false })
  for (const { cookie, audiences } of staff()) {
    expect((await ask(app.port, '/admin', { cookie })).status).toBe(200)
    expect((await ask(app.port, '/deals/hidden', { cookie })).status).toBe(200)
    if (audiences.includes('admins')) expect((await ask(app.port, '/admin/links', { cookie })).status).toBe(200)
    expect((await ask(app.port, SECURITY_PATH, { cookie })).body).not.toContain('Your role needs a second factor')
  }
})
