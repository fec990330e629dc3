import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { entryPointsOf } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { fingerprintTables } from '../setup/table-fingerprints'
import { everybodyAt, expectNoSecrets, expectSameAccess, outsidersOf, respell, send } from './access-checks'
import { RULES } from './access-rules'
import { type Fixtures, insertFixtures } from './fixtures'

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

test.each(routes.filter(({ id }) => RULES[id]))(
  'access to $id is the same under every spelling of its URL',
  async ({ id, isIndex }) => {
    const rule = RULES[id]!
    const before = await fingerprintTables(rule.counts)
    const spellings = [...new Set(entryPointsOf(rule.path, id, isIndex).read.slice(0, 3).flatMap(respell))]
    await everybodyAt(spellings, outsidersOf(rule, fixtures.people), async (person, path, where) => {
      const answer = await send(app, path, person)
      expectNoSecrets(answer, fixtures.secrets, person, rule, where)
      expectSameAccess(answer, person, rule, where)
    })
    expect(await fingerprintTables(rule.counts)).toEqual(before)
  },
)
