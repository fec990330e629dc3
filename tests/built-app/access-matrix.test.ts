import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type Answer, ask, entryPointsOf, redirectTarget } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'
import { type Audience, RULES, type Rule } from './access-rules'
import { CANARY, type Fixtures, insertFixtures, type Person } from './fixtures'

const routes = await routesOfBuild()
let app: BuiltApp
let fixtures: Fixtures

beforeAll(async () => {
  app = await startBuiltApp({ RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
}, 180_000)
afterAll(() => app?.stop())
beforeEach(async () => {
  fixtures = await insertFixtures()
})

test('every route of the build has an access rule, and every rule a route', () => {
  expect(Object.keys(RULES).sort()).toEqual(routes.map(({ id }) => id).sort())
})

test('access rules name a writer only for routes that have an action', () => {
  const takesForms = (id: string) => RULES[id] !== undefined && RULES[id].write !== 'nobody'
  // The not-found page rejects forms itself.
  const actions = routes.filter(({ id, hasAction }) => hasAction && id !== 'routes/$')
  expect(actions.map(({ id }) => id).sort()).toEqual(Object.keys(RULES).filter(takesForms).sort())
})

describe.each(routes.filter(({ id }) => RULES[id]))('access to $id', (route) => {
  const rule = RULES[route.id]!
  const entryPoints = entryPointsOf(rule.path, route.id, route.isIndex)

  test('GET and HEAD answer only the allowed audience, at every entry point, and write nothing', async () => {
    const before = await fingerprintTables(rule.counts)
    const answers = await everybodyAt(entryPoints.read, fixtures.people, async (person, path, where) => {
      const answer = await send(path, person)
      expectNoSecrets(answer, person, rule, where)
      expectReading(answer, person, rule, where)
      return [where, answer] as const
    })
    expect(await fingerprintTables(rule.counts)).toEqual(before)

    const beforeHead = await fingerprintTables()
    const told = new Map(answers)
    await everybodyAt(entryPoints.read, fixtures.people, async (person, path, where) => {
      const head = await send(path, person, { method: 'HEAD' })
      const get = told.get(where)!
      expect([head.status, head.headers.location, head.body], where).toEqual([get.status, get.headers.location, ''])
    })
    expect(await fingerprintTables()).toEqual(beforeHead)
  })

  test('POST is accepted only from the allowed audience, at every entry point, and a rejected one writes nothing', async () => {
    const before = await fingerprintTables()
    for (const form of rule.forms ?? [{ intent: 'nonsense' }]) {
      await everybodyAt(entryPoints.write, fixtures.people, async (person, path, where) => {
        if (isIn(rule.write, person)) return
        const answer = await send(path, person, { form })
        expectNoSecrets(answer, person, rule, where)
        expectRefusal(answer, person, rule, where)
      })
    }
    const admin = fixtures.people.filter(({ name }) => name === 'an admin')
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      await everybodyAt(entryPoints.read, admin, async (person, path, where) => {
        expect((await send(path, person, { method })).status, `${method} by ${where}`).toBe(405)
      })
    }
    expect(await fingerprintTables()).toEqual(before)

    await everybodyAt(entryPoints.write, fixtures.people, async (person, path, where) => {
      if (!isIn(rule.write, person)) return
      const answer = await send(path, person, { form: { intent: 'nonsense' } })
      expect(answer.status, where).toBeLessThan(500)
      expect(redirectTarget(answer) ?? '', where).not.toMatch(/^\/auth\?redirectTo/)
      expectNoSecrets(answer, person, rule, where)
    })
  })

  test('access is the same under every spelling of the URL', async () => {
    const before = await fingerprintTables(rule.counts)
    const spellings = [...new Set(entryPoints.read.slice(0, 3).flatMap(respell))]
    // The first two who are refused: a visitor and, where members are refused too, a member.
    const outsiders = fixtures.people.filter(({ name }) => name !== 'a signed-out member')
    const turnedAway = outsiders.filter((person) => !isIn(rule.read, person))
    const tried = turnedAway.length > 0 ? turnedAway.slice(0, 2) : fixtures.people.slice(0, 1)
    await everybodyAt(spellings, tried, async (person, path, where) => {
      const answer = await send(path, person)
      expect(answer.status, where).toBeLessThan(500)
      expectNoSecrets(answer, person, rule, where)
      if (isIn(rule.read, person)) return
      // For a single route requested at another route's URL, Remix answers 200 with an empty result.
      const isMissing = [400, 404, 405].includes(answer.status) || answer.body.trim() === '[{}]'
      expect(isMissing || isTurnedAway(answer, person, rule), `${where}: ${answer.status}`).toBe(true)
    })
    expect(await fingerprintTables(rule.counts)).toEqual(before)
  })
})

test.each(['/deals/draft', '/deals/draft/changes', '/deals/draft/comments', '/go/draft'])(
  'drafts answer 404 to everyone but staff at %s',
  async (path) => {
    const leaf = routes.find(({ id }) => RULES[id]?.path === path.replace('draft', 'shown'))!
    const outsiders = fixtures.people.filter(({ audiences }) => !audiences.includes('staff'))
    for (const person of outsiders) {
      for (const entryPoint of entryPointsOf(path, leaf.id).read) {
        const answer = await send(entryPoint, person)
        expect([200, 404], `${person.name} at ${entryPoint}`).toContain(answer.status)
        if (!entryPoint.includes('.data')) expect(answer.status, `${person.name} at ${entryPoint}`).toBe(404)
        expect(answer.body.replaceAll('/deals/draft', '')).not.toMatch(CANARY)
      }
    }
  },
)

function send(path: string, { cookie }: Person, given: { method?: string; form?: Record<string, string> } = {}) {
  return ask(app.port, path, { cookie, ...given })
}

/** Sends every person to every path, concurrently. */
function everybodyAt<Seen>(
  paths: string[],
  people: Person[],
  look: (person: Person, path: string, where: string) => Promise<Seen>,
) {
  const visits = paths.flatMap((path) => people.map((person) => look(person, path, `${person.name} at ${path}`)))
  return Promise.all(visits)
}

const isIn = (audience: Audience, { audiences }: Person) => audiences.includes(audience)
const isSignedIn = ({ audiences }: Person) => audiences.includes('members')

function expectReading(answer: Answer, person: Person, rule: Rule, where: string) {
  if (rule.read === 'nobody') expect([404, 405], where).toContain(answer.status)
  else if (rule.isFile && /\.data(\?|$)/.test(where)) expect(answer.status, where).toBe(404)
  else if (!isIn(rule.read, person)) expect(isTurnedAway(answer, person, rule), `${where}: ${answer.status}`).toBe(true)
  else if (typeof rule.answer === 'string') expect(redirectTarget(answer), where).toBe(rule.answer)
  else if (rule.answer instanceof RegExp) expect(redirectTarget(answer), where).toMatch(rule.answer)
  else expect(answer.status, where).toBe(rule.answer ?? 200)
}

/** Visitors are redirected to sign-in, signed-in people to the home page. */
function isTurnedAway(answer: Answer, person: Person, { path }: Rule) {
  const place = redirectTarget(answer)
  if (isSignedIn(person)) return place === '/'
  if (!place?.startsWith('/auth?redirectTo=')) return false
  const back = new URL(place, 'http://a').searchParams.get('redirectTo')!
  return decodeURIComponent(back).toLowerCase().includes(path.split('?', 1)[0]!.split('/').at(-1)!)
}

function expectRefusal(answer: Answer, person: Person, rule: Rule, where: string) {
  if (rule.write === 'nobody') expect([404, 405], where).toContain(answer.status)
  else if (rule.write === 'visitors') expect(redirectTarget(answer), where).toBe('/')
  else if (!isSignedIn(person)) expect(redirectTarget(answer), where).toMatch(/^\/auth\?redirectTo=/)
  else expect(answer.status, where).toBe(403)
}

/** No response contains credentials; personal data appears only on the staff pages that manage it. */
function expectNoSecrets({ body, headers }: Answer, person: Person, rule: Rule, where: string) {
  const said = body + JSON.stringify(headers)
  expect(
    fixtures.secrets.filter((secret) => said.includes(secret)),
    where,
  ).toEqual([])
  const mayLookAfter = (rule.read === 'staff' || rule.read === 'admins') && isIn(rule.read, person)
  if (!mayLookAfter) expect(CANARY.exec(said)?.[0], `${where} shows what belongs to someone else`).toBeUndefined()
}

/** Other spellings of a path that a server or router may treat as the same one. */
function respell(address: string) {
  const [path = '', query] = address.split('?')
  const [last = ''] = path.split('/').slice(-1)
  const letter = last.replace(/^[a-z]/, (first) => `%${first.charCodeAt(0).toString(16)}`)
  return [
    path.toUpperCase(),
    `/${path}`,
    `//${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `${path}%2f`,
    `${path}%20`,
    `${path}%00`,
    `${path};a=b`,
    `/%2f${path.slice(1)}`,
    `${path.slice(0, path.length - last.length)}${letter}`,
    path.replaceAll('/', '\\'),
    path.replaceAll('/', '%5c').replace('%5c', '/'),
    path.replace('.data', '.DATA'),
    path.replace('.data', '%2Edata'),
  ].map((spelling) => (query ? `${spelling}?${query}` : spelling))
}
