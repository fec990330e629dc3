import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { entryPointsOf, redirectTarget } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'
import {
  everybodyAt,
  expectCaching,
  expectNoSecrets,
  expectReading,
  expectRefusal,
  expectSameAccess,
  isIn,
  outsidersOf,
  respell,
  send,
} from './access-checks'
import { RULES } from './access-rules'
import { CANARY, type Fixtures, insertFixtures } from './fixtures'

const routes = await routesOfBuild()
let app: BuiltApp
let fixtures: Fixtures

beforeAll(async () => {
  app = await startBuiltApp({ RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())
beforeEach(async () => {
  fixtures = await insertFixtures()
})

test('every route of the build has an access rule, and every rule a route', () => {
  expect(Object.keys(RULES).sort()).toEqual(routes.map(({ id }) => id).sort())
})

test('access rules name a writer only for routes that have an action', () => {
  const takesForms = (id: string) => RULES[id] !== undefined && RULES[id].write !== 'no one'
  // The not-found page rejects forms itself.
  const actions = routes.filter(({ id, hasAction }) => hasAction && id !== 'routes/$')
  expect(actions.map(({ id }) => id).sort()).toEqual(Object.keys(RULES).filter(takesForms).sort())
})

/**
 * A route of each audience, which is tried under every spelling and with every method here, because the edge and the
 * router answer those without looking at the route. `npm run test:long` tries every spelling of all.
 */
const TRIED_WHOLE = [...Map.groupBy(routes, ({ id }) => RULES[id]?.read).values()].map(([first]) => first!.id)
const FEW_SPELLINGS = 3

describe.each(routes.filter(({ id }) => RULES[id]))('access to $id', (route) => {
  const rule = RULES[route.id]!
  const entryPoints = entryPointsOf(rule.path, route.id, route.isIndex)
  const { read } = entryPoints
  const isTriedWhole = TRIED_WHOLE.includes(route.id)
  const spellings = [...new Set(read.slice(0, 3).flatMap(respell))]
  const admins = () => fixtures.people.filter(({ name }) => name === 'an admin')

  // One test, because its fixtures and fingerprints take longer than its requests.
  test('GET, HEAD and POST answer only their audience, at every entry point, and rejected requests write nothing', async () => {
    const { people, secrets } = fixtures
    let before = await fingerprintTables(rule.counts)
    const answers = await everybodyAt(read, people, async (person, path, where) => {
      const answer = await send(app, path, person)
      expectNoSecrets(answer, secrets, person, rule, where)
      expectReading(answer, person, rule, where)
      expectCaching(answer, person, rule, where)
      return [where, answer] as const
    })
    const tried = isTriedWhole ? spellings : spellings.slice(0, FEW_SPELLINGS)
    await everybodyAt(tried, outsidersOf(rule, people), async (person, path, where) => {
      const answer = await send(app, path, person)
      expectNoSecrets(answer, secrets, person, rule, where)
      expectSameAccess(answer, person, rule, where)
    })
    if (rule.counts) {
      expect(await fingerprintTables(rule.counts)).toEqual(before)
      before = await fingerprintTables()
    }

    // HEAD runs the loader of GET, and only a document has another way to send its answer.
    const got = new Map(answers)
    await everybodyAt(read.slice(0, 1), people, async (person, path, where) => {
      const head = await send(app, path, person, { method: 'HEAD' })
      const get = got.get(where)!
      expect([head.status, head.headers.location, head.body], where).toEqual([get.status, get.headers.location, ''])
    })
    // A form that would write is tried at every entry point, any other at the document only.
    for (const form of rule.forms ?? [{ intent: 'nonsense' }]) {
      await everybodyAt(
        rule.forms ? entryPoints.write : entryPoints.write.slice(0, 1),
        people,
        async (person, path, where) => {
          if (isIn(rule.write, person)) return
          const answer = await send(app, path, person, { form })
          expectNoSecrets(answer, secrets, person, rule, where)
          expectRefusal(answer, person, rule, where)
        },
      )
    }
    for (const method of isTriedWhole ? ['PUT', 'PATCH', 'DELETE'] : []) {
      await everybodyAt(read, admins(), async (person, path, where) => {
        expect((await send(app, path, person, { method })).status, `${method} by ${where}`).toBe(405)
      })
    }
    expect(await fingerprintTables()).toEqual(before)

    await everybodyAt(entryPoints.write.slice(0, 1), people, async (person, path, where) => {
      if (!isIn(rule.write, person)) return
      const answer = await send(app, path, person, { form: { intent: 'nonsense' } })
      expect(answer.status, where).toBeLessThan(500)
      expect(redirectTarget(answer) ?? '', where).not.toMatch(/^\/auth\?redirectTo/)
      expectNoSecrets(answer, secrets, person, rule, where)
    })
  })
})

test.each(['/deals/draft', '/deals/draft/changes', '/deals/draft/comments', '/go/draft'])(
  'drafts answer 404 to everyone but staff at %s',
  async (path) => {
    const leaf = routes.find(({ id }) => RULES[id]?.path === path.replace('draft', 'shown'))!
    const outsiders = fixtures.people.filter(({ audiences }) => !audiences.includes('staff'))
    for (const person of outsiders) {
      for (const entryPoint of entryPointsOf(path, leaf.id).read) {
        const answer = await send(app, entryPoint, person)
        expect([200, 404], `${person.name} at ${entryPoint}`).toContain(answer.status)
        if (!entryPoint.includes('.data')) expect(answer.status, `${person.name} at ${entryPoint}`).toBe(404)
        expect(answer.body.replaceAll('/deals/draft', '')).not.toMatch(CANARY)
      }
    }
  },
)
